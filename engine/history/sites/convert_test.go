package sites_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/convert"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/replay"
)

// cannot are the targets that cannot express some hands of the corpus.
var cannot = map[string]bool{"ohh": true, "acpc": true}

// TestThereAndBack: a hand that is written in another format and read back is the same.
func TestThereAndBack(t *testing.T) {
	log := &hand.Log{}
	there, back := replay.NewPlayer(find, log), replay.NewPlayer(find, nil)
	written := map[string]int{}
	for name, data := range corpus(t) {
		src := history.NewSource(name, data, options)
		var rec history.Hand
		for n := 1; ; n++ {
			err := src.Next(&rec)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || rec.Contradiction != nil {
				continue // a hand that must be refused, or cannot match
			}
			for i := range convert.Targets {
				target := &convert.Targets[i]
				err := thereAndBack(rec.Clone(), target, there, back, log)
				var no *refusal
				switch {
				case err == nil:
					written[target.Name]++
				case !asRefusal(err, &no) || !cannot[target.Name] && !strings.HasSuffix(err.Error(), "is not known"):
					t.Errorf("%s hand %d as %s: %v", name, n, target.Name, err)
				}
			}
		}
	}
	for _, least := range []struct {
		name string
		n    int
	}{{"phh", 38}, {"pokerstars", 38}, {"ohh", 28}, {"acpc", 6}} {
		if written[least.name] < least.n {
			t.Errorf("%d hands written as %s, want %d", written[least.name], least.name, least.n)
		}
	}
}

// Pseudonyms are the same for the same name and key, and different otherwise.
func TestPseudonyms(t *testing.T) {
	a := convert.Pseudonym("lime", "ana")
	if a != convert.Pseudonym("lime", "ana") || a == convert.Pseudonym("lime", "bo") || a == convert.Pseudonym("lemon", "ana") {
		t.Error("a pseudonym is not that of its key and name")
	}
	rec := &history.Hand{Players: []string{"ana", ""}, Author: "ana"}
	convert.Anonymous(rec, "lime")
	if rec.Players[0] != a || rec.Players[1] != "" || rec.Author != "" {
		t.Errorf("%q of %q", rec.Players, rec.Author)
	}
}

// The text of PokerStars names a tournament with its level, and says that money is play money; it
// omits no word that the record has, and leaves no space for one that is missing.
func TestHeaderOfPokerStars(t *testing.T) {
	const rest = "Seat 1: ana (1500 in chips)\nSeat 4: bo (980 in chips)\nbo: posts small blind 50\nana: posts big blind 100\n" +
		"*** HOLE CARDS ***\nbo: folds\nUncalled bet (50) returned to ana\nana collected 100 from pot\n*** SUMMARY ***\nTotal pot 100 | Rake 0\n"
	for _, c := range []struct{ head, want string }{
		{
			"PokerStars Game #7: Hold'em No Limit (50/100) - 2012/05/28 18:05:09 ET\nTable 'Io' 6-max (Play Money) Seat #4 is the button\n",
			"PokerStars Hand #7: Hold'em No Limit (50/100) - 2012/05/28 18:05:09 ET\nTable 'Io' 6-max (Play Money) Seat #4 is the button\n",
		},
		{
			"PokerStars Hand #8: Tournament #991, $1.00+$0.10 USD Hold'em No Limit - Level XIV (50/100) - 2012/05/28 0:05:09\nTable '991 3' 9-max Seat #4 is the button\n",
			"PokerStars Hand #8: Tournament #991, Hold'em No Limit - Level XIV (50/100) - 2012/05/28 0:05:09\nTable '991 3' 9-max Seat #4 is the button\n",
		},
		{
			"***** Hand History for Game 9 *****\nNL Texas Hold'em $22 USD Buy-in Trny:12 Level:12  Blinds(50/100) - Thursday, May 12, 17:41:57 EDT 2016\nTable P (12) Table #41 (Real Money)\nSeat 4 is the button\n",
			"PokerStars Hand #9: Tournament #12, Hold'em No Limit - Level XII (50/100) - 2016/05/12 17:41:57 EDT\nTable 'P (12) Table #41 (Real Money)' 4-max Seat #4 is the button\n",
		},
	} {
		text := c.head + rest
		if strings.HasPrefix(text, "*") {
			text = strings.NewReplacer("(1500 in chips)", "( 1,500 )", "(980 in chips)", "( 980 )", ": posts", " posts", ": folds", " folds",
				"*** HOLE CARDS ***", "** Dealing down cards **", "ana collected 100 from pot", "ana wins 150 chips", "Uncalled bet (50) returned to ana\n", "").Replace(text)
			text, _, _ = strings.Cut(text, "*** SUMMARY")
		}
		if out := writtenAs(t, "pokerstars", text); !strings.HasPrefix(string(out.Bytes), c.want) {
			t.Errorf("%s\nwant %s", out.Bytes, c.want)
		}
	}
}

// TestCashOutsOfPokerStars: a cash-out that PokerStars has in other words is lost, and said to be; the pot goes to whom it went.
func TestCashOutsOfPokerStars(t *testing.T) {
	for _, c := range []struct{ file, from, to, want, lost string }{
		{"cashout.txt", "", "", "anna cashed out the hand for $60.10 | Cash Out Fee $0.60\n", ""},
		{"gg-rush.txt", "", "", "Hero collected $3.58 from pot\n*** SUMMARY", "an amount outside the pot: cash-out"},
		{"gg-rush.txt", "Pays Cashout Risk ($1.89)", "Receives Cashout ($1.20)", "Hero collected $3.58 from pot\n*** SUMMARY", "an amount outside the pot: cash-out"},
	} {
		text := strings.Replace(string(corpus(t)["pokerstars/"+c.file]), c.from, c.to, 1)
		out := writtenAs(t, "pokerstars", text)
		if !strings.Contains(string(out.Bytes), c.want) || strings.Contains(strings.Join(out.Lost, "; "), "cash-out") != (c.lost != "") || c.lost != "" && !slices.Contains(out.Lost, c.lost) {
			t.Errorf("%s %s: %q\n%s", c.file, c.to, out.Lost, out.Bytes)
		}
	}
}

// writtenAs writes the first hand of a text in another format.
func writtenAs(t *testing.T, target, text string) *convert.Text {
	t.Helper()
	log := &hand.Log{}
	there := replay.NewPlayer(find, log)
	var rec history.Hand
	if err := history.NewSource("f", []byte(text), options).Next(&rec); err != nil {
		t.Fatal(err)
	}
	if row := there.Play(&rec); !row.OK {
		t.Fatal(row.Err)
	}
	i := slices.IndexFunc(convert.Targets, func(c convert.Target) bool { return c.Name == target })
	out, err := convert.Targets[i].Write(&convert.Hand{Record: &rec, Played: there.Hand(), Events: log.Events})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestShowsOfPHH: PHH has every hand of the showdown, before the cards that are dealt when nobody can bet any more.
func TestShowsOfPHH(t *testing.T) {
	for file, want := range map[string]string{
		"pokerstars/cash.txt":      "'p1 cc', 'p1 sm 7h7d', 'p3 sm AhKd', 'd db 9h', 'd db Jc']",
		"pokerstars/runitonce.txt": "'p4 cc', 'p3 sm Ks3dKdAh', 'p4 sm 4s7d4c7h', 'd db 5s', 'd db Qh']",
		"ipoker/session.xml":       "'p3 cc', 'p2 sm AhKd', 'p3 sm 9s9h', 'd db Th', 'd db Jc']",
		"winningpoker/stud.txt":    "'p1 cc', 'p1 sm 2c4h5s', 'p2 sm KdJc9s', 'd dh p1 5c', 'd dh p2 9d', 'd dh p1 7c', 'd dh p2 3d', 'd dh p1 8d', 'd dh p2 4d', 'd dh p1 Ah', 'd dh p2 ??', 'p1 sm 2c4h5s5c7c8dAh', 'p2 sm KdJc9s9d3d4dQs']",
	} {
		text := string(corpus(t)[file])
		if strings.HasPrefix(file, "winning") {
			text = text[strings.LastIndex(text, "Game started"):]
		}
		if out := writtenAs(t, "phh", text); !strings.Contains(string(out.Bytes), want) {
			t.Errorf("%s: %s\nwant %s", file, out.Bytes, want)
		}
	}
}
