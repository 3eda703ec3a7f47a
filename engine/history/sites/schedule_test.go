package sites_test

import (
	"bytes"
	"strings"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/replay"
)

// What a house takes by its schedule, compared with the file, without changing the record.
func TestSchedule(t *testing.T) {
	const (
		flop = "Table 'T' 2-max Seat #1 is the button\nSeat 1: ana (10 in chips)\nSeat 2: bo (10 in chips)\n" +
			"ana: posts small blind 1\nbo: posts big blind 2\n*** HOLE CARDS ***\nana: calls 1\nbo: checks\n" +
			"*** FLOP *** [2c 7d Jh]\nbo: bets 2\nana: folds\nUncalled bet (2) returned to bo\nbo collected "
		ten = "*** SUMMARY ***\nTotal pot 4 | Rake "
	)
	money := strings.NewReplacer("(10 ", "($10 ", "blind ", "blind $", "calls ", "calls $", "bets ", "bets $", "(2)", "($2)", "collected ", "collected $", "pot 4", "pot $4", "Rake ", "Rake $")
	for _, c := range []struct {
		name, text string
		want       replay.Scheduled
		ok         bool
	}{
		{
			"other", "PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:02:03 ET\n" + money.Replace(flop+"3.85 from pot\n"+ten+"0.15\n"),
			replay.Scheduled{Schedule: "pokerstars", Takes: 20, Recorded: 15},
			true,
		},
		{
			"the same", "PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:02:03 ET\n" + money.Replace(flop+"3.80 from pot\n"+ten+"0.20\n"),
			replay.Scheduled{Schedule: "pokerstars", Takes: 20, Recorded: 20},
			true,
		},
		{
			"tournament", "PokerStars Hand #1: Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (1/2) - 2020/01/01 1:02:03 ET\n" + flop + "4 from pot\n" + ten + "0\n",
			replay.Scheduled{},
			false,
		},
		{
			"play money", "PokerStars Hand #1: Hold'em No Limit (1/2) - 2020/01/01 1:02:03 ET\n" + flop + "4 from pot\n" + ten + "0\n",
			replay.Scheduled{},
			false,
		},
		{
			"no schedule", "Full Tilt Poker Game #1: Table T (2 max) - $1/$2 - No Limit Hold'em - 1:02:03 ET - 2020/01/01\n" +
				"Seat 1: ana ($10)\nSeat 2: bo ($10)\nana posts the small blind of $1\nbo posts the big blind of $2\nThe button is in seat #1\n" +
				"*** HOLE CARDS ***\nana folds\nUncalled bet of $1 returned to bo\nbo mucks\nbo wins the pot ($2)\n*** SUMMARY ***\nTotal pot $2 | Rake $0\n",
			replay.Scheduled{},
			false,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rec history.Hand
			if err := history.NewSource("hand.txt", []byte(c.text), options).Next(&rec); err != nil {
				t.Fatal(err)
			}
			log := &hand.Log{}
			player := replay.NewPlayer(find, log)
			if row := player.PlayReadings(&rec); !row.OK {
				t.Fatal(row.Err)
			}
			events, before := len(log.Events), history.Append(nil, &rec)
			got, ok := player.Schedule(&rec)
			if ok != c.ok || ok && (got.Schedule != c.want.Schedule || got.Takes*100 != c.want.Takes*rec.Scale || got.Recorded*100 != c.want.Recorded*rec.Scale) {
				t.Errorf("%+v (scale %d), %v; want %+v in cents, %v", got, rec.Scale, ok, c.want, c.ok)
			}
			if len(log.Events) != events || !bytes.Equal(history.Append(nil, &rec), before) {
				t.Error("the log or the record was changed")
			}
		})
	}
}
