package sites_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/history"
)

// asText returns the hands of a file as PHH, or the errors, sorted; the hands have no numbers and no places.
func asText(src history.Source) (out []string) {
	var rec history.Hand
	for {
		err := src.Next(&rec)
		switch {
		case errors.Is(err, io.EOF):
			slices.Sort(out)
			return out
		case err != nil:
			out = append(out, err.Error())
			continue
		}
		rec.Number = 0
		row := player.PlayReadings(&rec)
		out = append(out, fmt.Sprintf("%t %s", row.OK, history.Append(nil, &rec)))
	}
}

// TestPokerNow: a log says the same newest first and oldest first, with other line endings, without the column of the order, and
// wherever the name of its owner becomes known. Entries that belong to no hand change nothing.
func TestPokerNow(t *testing.T) {
	for name, data := range corpus(t) {
		if !strings.HasPrefix(name, "pokernow/") || name == "pokernow/cut.csv" {
			continue
		}
		want := asText(history.NewSource("f", data, options))
		if len(want) < 4 {
			t.Fatalf("%s has %d hands", name, len(want))
		}
		lines := strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n")
		head, entries := lines[0], lines[1:]
		turned := slices.Clone(entries)
		turned[len(turned)-1] += "\n"
		slices.Reverse(turned)
		var talk, unordered strings.Builder
		talk.WriteString(head)
		unordered.WriteString("entry,at\n")
		for _, entry := range entries {
			talk.WriteString(entry)
			_, at, _ := strings.Cut(entry, "Z,")
			fmt.Fprintf(&talk, "\n\"The player \"\"zoe @ z9\"\" stand up with the stack of 100.\",2020-01-01T00:00:00.000Z,%s\n", strings.TrimSpace(at))
			unordered.WriteString(strings.TrimSpace(entry[:strings.LastIndexByte(entry, ',')]) + "\n")
		}
		for what, text := range map[string]string{
			"turned around": head + strings.Join(turned, ""),
			"CRLF":          strings.ReplaceAll(string(data), "\n", "\r\n"),
			"talk":          talk.String(),
			"no order":      unordered.String(),
		} {
			if got := asText(history.NewSource("f", []byte(text), options)); !slices.Equal(got, want) {
				t.Errorf("%s %s:\n%s\nwant\n%s", name, what, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if got := asText(history.NewSourceStream("f", strings.NewReader(text), options)); !slices.Equal(got, want) {
				t.Errorf("%s %s as a stream:\n%s\nwant\n%s", name, what, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// TestPokerNowOwner: "your hand" is dealt to the player who shows it anywhere in the log, under a new name too.
func TestPokerNowOwner(t *testing.T) {
	data := corpus(t)["pokernow/log.csv"]
	src := history.NewSource("f", data, options)
	hands := map[string]string{"h6abcd": "8c8h", "h5abcd": "3c2h", "h4abcd": "7c2d", "h3abcd": "KcQc", "h2abcd": "9c9h", "h1abcd": "AsTd"}
	var rec history.Hand
	for err := src.Next(&rec); !errors.Is(err, io.EOF); err = src.Next(&rec) {
		if err != nil {
			t.Fatal(err)
		}
		seat := slices.Index(rec.Players, "ana @ aA1-x_0001") + 1
		want := fmt.Sprintf("d dh p%d %s", seat, hands[rec.HandID.String()])
		if text := string(history.Append(nil, &rec)); !strings.Contains(text, want) {
			t.Errorf("hand %s has no %s:\n%s", rec.HandID, want, text)
		}
	}
	nobody := bytes.ReplaceAll(data, []byte(`"""ana @ aA1-x_0001"" shows a `), []byte(`""" shows a `))
	if bytes.Equal(nobody, data) {
		t.Fatal("the owner shows nothing")
	}
	asText(history.NewSource("f", nobody, options)) // a line without a name is nobody's
	if unknown := bytes.ReplaceAll(data, []byte(" shows a "), []byte(" likes a ")); strings.Contains(strings.Join(asText(history.NewSource("f", unknown, options)), ""), "9c9h") {
		t.Error("the cards of nobody known are dealt to somebody")
	}
}

// TestPokerNowDoubled: a player who posts the small blind, and then as a missing one, has paid it once: it is dead, and the big blind that
// follows is the bet.
func TestPokerNowDoubled(t *testing.T) {
	var b strings.Builder
	b.WriteString("entry,at,order\n")
	for i, entry := range []string{
		`-- starting hand #1 (id: h1)  (No Limit Texas Hold'em) (dealer: "ana @ a1") --`,
		`Player stacks: #1 "ana @ a1" (100) | #2 "bo @ b2" (100) | #3 "cy @ c3" (100)`,
		`"bo @ b2" posts a small blind of 5`, `"bo @ b2" posts a missing small blind of 5`, `"bo @ b2" posts a missed big blind of 10`,
		`"cy @ c3" posts a big blind of 10`, `"ana @ a1" folds`, `"bo @ b2" checks`, `"cy @ c3" checks`, `Flop:  [5♣, 7♥, J♦]`,
		`"bo @ b2" bets 20`, `"cy @ c3" folds`, `Uncalled bet of 20 returned to "bo @ b2"`, `"bo @ b2" collected 25 from pot`, `-- ending hand #1 --`,
	} {
		fmt.Fprintf(&b, "\"%s\",2023-11-14T22:16:%02d.000Z,1700000%02d000000\n", strings.ReplaceAll(entry, `"`, `""`), i, i)
	}
	var rec history.Hand
	if err := history.NewSource("f", []byte(b.String()), options).Next(&rec); err != nil {
		t.Fatal(err)
	}
	row := player.PlayReadings(&rec)
	if want := []int64{110, 90, 100}; !row.OK || !slices.Equal(row.Finishing, want) {
		t.Errorf("%v %v, want %v\n%s", row.Finishing, row.Err, want, history.Append(nil, &rec))
	}
}

// TestPokerNowCut: a log that begins within a hand says so.
func TestPokerNowCut(t *testing.T) {
	data, err := os.ReadFile("../../../../shared/cases/hands/16-pokernow.csv")
	if err != nil {
		t.Skip("no ../shared/cases/hands")
	}
	if got := asText(history.NewSource("f", data, options)); len(got) != 1 || !strings.Contains(got[0], "f:3:1: the beginning of this hand is not in the file") {
		t.Errorf("%q", got)
	}
}
