// Package alike is for tests only: it contains questions that can be asked both by a message and on the command line, and
// compares the answers.
package alike

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// Games are the games whose answers are compared: for every house all games except variants of another, and a sample of the
// gallery.
var Games = strings.Fields(`angies/draw5 angies/draw5-hilo8 angies/holdem angies/lowball angies/omaha angies/omaha-hilo angies/stud7 angies/stud7-hilo8 angies/razz angies/stud5 angies/option-alley
	banked/baccarat banked/blackjack banked/caribbean banked/casinoholdem banked/letitride banked/paigow banked/threecard banked/ultimate casino/omaha elresbalon/stud5
	house004/draw house004/lowball house004/holdem house004/stud5 house004/stud7 mixed/ft mixed/nt mixed/pt mixed/ns mixed/fo mixed/fo8 mixed/po mixed/po8 mixed/n2l1d mixed/f2l3d mixed/fb mixed/f5d
	mixed/f7s mixed/f7s8 mixed/fr mixed/f5s omahacash/omaha sanrafael/california22 sanrafael/holdem sanrafael/omaha sites/shortdeck sites/omaha5 sites/courchevel sites/badacey sites/badeucey
	gallery/chowaha-8 gallery/badugaha gallery/archie`)

// Question can be asked by a message and on the command line.
type Question struct {
	Name    string
	Message string   // in JSON
	Args    []string // of the command line, after the program name
	Field   string   // the field of the answer that the command prints; "findings" is in the result of the command
	Script  string   // the text of game.star for the command line; "" if it reads none
}

// mistakes are errors in a script: an undefined name and an unknown argument.
const mistakes = "\n_odd = shwdown\n_even = deal(2, sideways = True)\n"

// Hands is the number of hands of a simulation: small, so that many games can be compared.
const Hands = 40

// Of returns the questions about a game. script is its text; "" leaves out the questions about scripts.
func Of(game, script string) []Question {
	list := []Question{
		{
			Name: "sheet for players", Message: message("do", "sheet", "game", game, "for", "players"),
			Args: []string{"rules", game, "--for", "players", "--format", "md"}, Field: "markdown",
		},
		{
			Name: "sheet for the floor", Message: message("do", "sheet", "game", game, "for", "floor"),
			Args: []string{"rules", game, "--for", "floor", "--format", "md"}, Field: "markdown",
		},
		{
			Name: "simulate", Message: message("do", "simulate", "game", game, "seed", 7, "hands", Hands),
			Args: []string{"run", game, "--seed", "7", "--hands", fmt.Sprint(Hands), "--format", "json"}, Field: "result",
		},
	}
	if hands := hands(game); hands != nil {
		list = append(list, Question{
			Name: "odds", Message: message("do", "odds", "spec", map[string]any{"game": game, "hands": hands, "samples": 300, "seed": 7}),
			Args: append([]string{"odds", "--game", game, "--samples", "300", "--seed", "7", "--format", "json"}, hands...), Field: "result",
		})
	}
	if script != "" {
		for name, text := range map[string]string{"check": script, "check with mistakes": script + mistakes} {
			list = append(list, Question{Name: name, Message: message("do", "check", "script", text), Args: []string{"check", "game.star", "--format", "json"}, Field: "faults", Script: text})
		}
	}
	return list
}

// Played returns the view of a hand played by messages: dealt, played to the end by a policy, seen by all. ask answers a message.
func Played(game string, ask func(message string) []byte) ([]byte, error) {
	dealt := ask(message("do", "new", "game", game, "seed", 7, "hand", 3))
	var at struct{ Table int64 }
	if err := json.Unmarshal(dealt, &at); err != nil || at.Table == 0 {
		return nil, fmt.Errorf("%s is not dealt: %.300s", game, dealt)
	}
	out := bytes.TrimSpace(dealt)
	for _, next := range []string{
		message("do", "step", "table", at.Table, "policy", "table", "count", 2000),
		message("do", "explain", "table", at.Table),
		message("do", "view", "table", at.Table, "seat", -1),
		message("do", "close", "table", at.Table),
	} {
		out = append(append(out, '\n'), bytes.TrimSpace(ask(next))...)
	}
	return local.ReplaceAll(out, nil), nil
}

// local matches the ids of messages and the numbers of tables.
var local = regexp.MustCompile(`"(id":"[^"]*"|table":\d+),?`)

// compact returns JSON without white space, because a message has no lines. Other texts are returned unchanged.
func compact(text []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, text) != nil {
		return text
	}
	return out.Bytes()
}

// hands returns two hands of a game; nil if odds do not support it.
func hands(game string) []string {
	_, name, _ := strings.Cut(game, "/")
	switch name {
	case "omaha", "omaha-hilo", "fo", "fo8", "po", "po8":
		return []string{"AsAd2d3c", "KhKdQd9h"}
	case "holdem", "nt", "ft", "pt", "ns", "shortdeck":
		return []string{"AsAh", "KsKh"}
	case "stud7", "stud7-hilo8", "razz", "f7s", "f7s8", "fr":
		return []string{"AhAdKc", "7h8d7s"}
	}
	return nil
}

// message returns a request.
func message(pairs ...any) string {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// exempt matches the fields that depend on the machine and not on the inputs, and the date printed on sheets.
var exempt = regexp.MustCompile(`"(elapsed_s|hands_per_s|workers)":[0-9.e+-]+|\b[0-9]{1,2} [A-Z][a-z]+ 20[0-9]{2}\b`)

// Same returns an error if an answer differs from the output of the command.
func (q *Question) Same(answer, printed []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(answer, &fields); err != nil {
		return err
	}
	got := []byte(fields[q.Field])
	switch q.Field {
	case "markdown":
		var text string
		if err := json.Unmarshal(got, &text); err != nil {
			return fmt.Errorf("%w: %.300s", err, answer)
		}
		got = []byte(text)
	case "faults":
		var found struct {
			Findings json.RawMessage `json:"findings"`
		}
		if err := json.Unmarshal(printed, &found); err != nil {
			return err
		}
		printed = found.Findings
	}
	got, printed = compact(got), compact(printed)
	got, want := exempt.ReplaceAll(bytes.TrimSpace(got), nil), exempt.ReplaceAll(bytes.TrimSpace(printed), nil)
	if bytes.Equal(got, want) && len(want) > 0 {
		return nil
	}
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	around := func(text []byte) []byte { return text[max(at-40, 0):min(at+80, len(text))] }
	return fmt.Errorf("at byte %d the answer has %q and the command prints %q", at, around(got), around(want))
}
