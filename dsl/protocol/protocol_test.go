package protocol_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/fuzzhouses"
	"cardroom/dsl/protocol"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/testkit"
)

func newServer(limits protocol.Limits) *protocol.Server {
	return protocol.New(protocol.Options{
		Find: func(name, _ string, set map[string]string) (*plan.Game, error) {
			if len(set) > 0 {
				return nil, fmt.Errorf("no options here")
			}
			return fuzzhouses.Library().Find(name)
		},
		Games: func(string) (out []protocol.Game, _ error) {
			for _, g := range testkit.Sweep(fuzzhouses.Games(), 4) {
				out = append(out, protocol.Game{Game: g.ID, Name: g.Name, MinSeats: g.MinSeats, MaxSeats: g.MaxSeats})
			}
			return out, nil
		},
		Policy: func(string, int) (batch.Policy, error) { return batch.Random{}, nil },
		Seed:   7, Limits: limits,
	})
}

// ask sends a request as a line and reads the answer.
func ask(t testing.TB, s *protocol.Server, line string) map[string]any {
	t.Helper()
	var out bytes.Buffer
	if err := s.Answer(&out, []byte(line)); err != nil {
		t.Fatal(err)
	}
	var a map[string]any
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatalf("%s: %v: %.200s", line, err, out.Bytes())
	}
	if a["schema"] != protocol.Name {
		t.Fatalf("%s: schema %v", line, a["schema"])
	}
	return a
}

// mustAsk is ask for a request that must succeed.
func mustAsk(t testing.TB, s *protocol.Server, line string) map[string]any {
	t.Helper()
	a := ask(t, s, line)
	if a["ok"] != true {
		t.Fatalf("%s: %v", line, a["error"])
	}
	return a
}

func sending(fields map[string]any) string {
	text, _ := json.Marshal(fields)
	return string(text)
}

// pick returns one of the choices in words, with an amount or cards if required.
func pick(r *rand.Rand, legal []any) string {
	c := legal[r.IntN(len(legal))].(map[string]any)
	say := c["say"].(string)
	if least, ok := c["least"].(float64); ok {
		to := least
		if r.IntN(2) == 0 {
			to = c["most"].(float64)
		}
		return fmt.Sprintf("%s %v", say, json.Number(fmt.Sprintf("%.2f", to)))
	}
	p, ok := c["cards"].(map[string]any)
	if !ok {
		return say
	}
	var list []any
	if sets, ok := p["sets"].([]any); ok {
		list = sets[r.IntN(len(sets))].([]any)
	} else {
		list = slices.Clone(p["from"].([]any))
		r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		least, most := int(p["least"].(float64)), int(p["most"].(float64))
		list = list[:least+r.IntN(most-least+1)]
	}
	for _, card := range list {
		say += " " + card.(string)
	}
	return say
}

// TestEveryGameByMessages checks that every game can be played to its end with the legal actions in the answers, that undo and
// redo show the same states, and that no seat sees another seat's down cards.
func TestEveryGameByMessages(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	s := newServer(protocol.Usual)
	for _, g := range testkit.Sweep(fuzzhouses.Games(), 4) {
		for hand := 1; hand <= 3; hand++ {
			a := mustAsk(t, s, sending(map[string]any{"do": "new", "game": g.ID, "hand": hand, "stack": "30bb"}))
			table := int(a["table"].(float64))
			view := func(seat int) map[string]any {
				return mustAsk(t, s, sending(map[string]any{"do": "view", "table": table, "seat": seat}))
			}
			for a["over"] == false {
				seat := int(a["turn"].(float64))
				before := view(seat)
				checkHidden(t, g, before, seat)
				say := pick(r, a["legal"].([]any))
				line := sending(map[string]any{"do": "act", "table": table, "seat": seat, "action": say})
				a = ask(t, s, line)
				if a["ok"] != true {
					t.Fatalf("%s, hand %d: %s: %v", g.ID, hand, line, a["error"])
				}
				after := view(seat)
				mustAsk(t, s, sending(map[string]any{"do": "undo", "table": table}))
				if again := view(seat); !reflect.DeepEqual(again, before) {
					t.Fatalf("%s: undo of %q:\n%v\nbefore:\n%v", g.ID, say, again, before)
				}
				mustAsk(t, s, sending(map[string]any{"do": "redo", "table": table}))
				if again := view(seat); !reflect.DeepEqual(again, after) {
					t.Fatalf("%s: redo of %q:\n%v\nbefore:\n%v", g.ID, say, again, after)
				}
			}
			if net := a["net"].([]any); len(net) < g.MinSeats {
				t.Errorf("%s: %d results", g.ID, len(net))
			}
			mustAsk(t, s, sending(map[string]any{"do": "close", "table": table}))
		}
	}
}

func checkHidden(t *testing.T, g *plan.Game, answer map[string]any, seat int) {
	t.Helper()
	if g.Banked() {
		return
	}
	for _, one := range answer["view"].(map[string]any)["seats"].([]any) {
		of := one.(map[string]any)
		if int(of["seat"].(float64)) == seat {
			continue
		}
		up := of["up"].([]any)
		for _, hole := range of["cards"].([]any) {
			for k, c := range hole.([]any) {
				if c != cards.Card(0).String() && c != "??" && up[k] == false {
					t.Fatalf("%s: seat %d sees %v of %v", g.ID, seat, c, of)
				}
			}
		}
	}
}

// TestWrongFields checks that a message of which any field is wrong is answered under its id, by itself and in a list, where it
// costs only itself.
func TestWrongFields(t *testing.T) {
	s := newServer(protocol.Usual)
	for _, wrong := range []string{
		`{"do":"view","table":1e308,"id":"2"}`, `{"do":"view","table":"x","id":"2"}`, `{"id":"2","do":"new","game":"mixed/nt","seed":-1}`,
		`{"do":"legal","line":9223372036854775807,"id":"2"}`, `{"do":7,"id":"2"}`, `{"id":"2"}`, `{"do":"view","do":"view","id":"2"}`,
		`{"do":"new","set":[],"id":"2"}`, `{"do":"hello","id":2}`, `[{"id":"2"}]`, `5`, `null`, `{"do":"hello","id":null}`,
	} {
		want := any("2")
		if !strings.Contains(wrong, `"id":"2"`) || wrong[0] == '[' {
			want = nil
		}
		refused := func(a map[string]any) {
			t.Helper()
			if e, _ := a["error"].(map[string]any); a["ok"] != false || e["code"] != "malformed" || a["id"] != want {
				t.Errorf("%s: %v", wrong, a)
			}
		}
		if wrong[0] != '[' {
			refused(ask(t, s, wrong))
		}
		var out bytes.Buffer
		if err := s.Answer(&out, []byte(`[{"do":"hello","id":"1"},`+wrong+` , {"do":"hello","id":"3"}]`)); err != nil {
			t.Fatal(err)
		}
		var list []map[string]any
		if err := json.Unmarshal(out.Bytes(), &list); err != nil || len(list) != 3 {
			t.Fatalf("%s: %v: %s", wrong, err, out.Bytes())
		}
		refused(list[1])
		if list[0]["ok"] != true || list[0]["id"] != "1" || list[2]["ok"] != true || list[2]["id"] != "3" {
			t.Errorf("%s costs another: %s", wrong, out.Bytes())
		}
	}
}

// TestRefused checks that a refused request gives the reason and changes nothing.
func TestRefused(t *testing.T) {
	limits := protocol.Limits{Bytes: 300, Batch: 2, Tables: 2, Actions: 3, States: 6}
	s := newServer(limits)
	mustAsk(t, s, `{"do":"new","game":"mixed/nt","seats":2,"seed":18446744073709551615}`)
	for _, tt := range []struct{ line, code, says string }{
		{`{`, "malformed", ""},
		{`nonsense`, "malformed", ""},
		{`{"do":"new","game":"mixed/nt","file":"/etc/passwd"}`, "malformed", "file"},
		{`{"do":"view","table":1,"action":"fold"}`, "malformed", "action"},
		{`{"do":"vew"}`, "unknown", "vew"},
		{`{"do":"new"}`, "malformed", "game"},
		{`{"do":"new","game":"mixed/nosuch"}`, "unknown", "nosuch"},
		{`{"do":"new","game":"mixed/nt","seats":99}`, "illegal", "99"},
		{`{"do":"new","game":"mixed/nt","stack":"none"}`, "illegal", "none"},
		{`{"do":"new","game":"mixed/nt","seats":3,"stack":"1,2"}`, "illegal", "2 stacks"},
		{`{"do":"new","game":"mixed/nt","stakes":"much"}`, "illegal", ""},
		{`{"do":"new","game":"mixed/nt","button":9,"seats":2}`, "illegal", "button"},
		{`{"do":"legal","table":2}`, "unknown", "2"},
		{`{"do":"view","table":1,"seat":3}`, "illegal", "3"},
		{`{"do":"view","table":1,"since":1}`, "illegal", "since"},
		{`{"do":"act","table":1,"action":"raise to 1"}`, "illegal", ""},
		{`{"do":"act","table":1,"action":"dance"}`, "illegal", "dance"},
		{`{"do":"undo","table":1,"count":-1}`, "illegal", "count"},
		{`[{"do":"hello"},{"do":"hello"},{"do":"hello"}]`, "limit", "3 requests"},
		{`{"do":"hello","id":"` + strings.Repeat("x", 300) + `"}`, "limit", "300"},
	} {
		a := ask(t, s, tt.line)
		e, _ := a["error"].(map[string]any)
		if a["ok"] != false || e["code"] != tt.code || !strings.Contains(fmt.Sprint(e["message"]), tt.says) {
			t.Errorf("%s: %v", tt.line, a)
		}
	}
	if a := mustAsk(t, s, `{"do":"legal","table":1}`); a["at"] != 0.0 {
		t.Errorf("a refused request has changed the table: %v", a)
	}
	turn := mustAsk(t, s, `{"do":"legal","table":1}`)["turn"].(float64)
	wrong := ask(t, s, fmt.Sprintf(`{"do":"act","table":1,"seat":%v,"action":"call"}`, 3-turn))
	if wrong["ok"] != false {
		t.Errorf("a seat acts out of turn: %v", wrong)
	}
	mustAsk(t, s, `{"do":"new","game":"mixed/nt"}`)
	if a := ask(t, s, `{"do":"new","game":"mixed/nt"}`); a["ok"] != false {
		t.Error("a third table of two is opened")
	}
	mustAsk(t, s, `{"do":"act","table":1,"action":"call"}`)
	mustAsk(t, s, `{"do":"act","table":1,"action":"check"}`)
	mustAsk(t, s, `{"do":"act","table":1,"action":"check"}`)
	if a := ask(t, s, `{"do":"act","table":1,"action":"check"}`); a["ok"] != false {
		t.Error("a hand goes on over its limit of actions")
	}
	mustAsk(t, s, `{"do":"undo","table":1}`)
	mustAsk(t, s, `{"do":"close","table":2}`)
	mustAsk(t, s, `{"do":"act","table":1,"action":"bet 4"}`)
}

// TestBatch checks that a list of requests gets a list of answers, and that a refused request does not stop the others.
func TestBatch(t *testing.T) {
	s := newServer(protocol.Usual)
	var out bytes.Buffer
	line := `[{"do":"new","game":"mixed/nt","id":"a"},{"do":"dance","id":"b"},{"do":"new","game":"mixed/nt","id":"c"},{"do":"act","table":2,"action":"fold","id":"d"}]`
	if err := s.Answer(&out, []byte(line)); err != nil {
		t.Fatal(err)
	}
	var list []struct {
		ID string
		OK bool
	}
	if err := json.Unmarshal(out.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(list); got != "[{a true} {b false} {c true} {d true}]" {
		t.Error(got)
	}
}

// TestDocument checks that the document has a line for every message, and names every field of requests and answers.
func TestDocument(t *testing.T) {
	var names func(reflect.Type)
	seen := map[reflect.Type]bool{}
	names = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] || of == reflect.TypeFor[rows.Money]() {
			return
		}
		seen[of] = true
		for f := range of.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			if !strings.Contains(protocol.Document, "`"+name+"`") && !strings.Contains(protocol.Document, "."+name+"`") && !strings.Contains(protocol.Document, `"`+name+`"`) {
				t.Errorf("the document does not name %s.%s", of.Name(), name)
			}
			names(f.Type)
		}
	}
	names(reflect.TypeFor[protocol.Request]())
	names(reflect.TypeFor[protocol.Answer]())
}

// TestTablesFromOthers checks that tables can be forked, dealt again with their actions, explained, and given irregularities.
func TestTablesFromOthers(t *testing.T) {
	s := newServer(protocol.Usual)
	mustAsk(t, s, `{"do":"new","game":"mixed/nt","seats":2,"seed":5}`)
	for _, say := range []string{"call", "check", "bet 4", "call"} {
		mustAsk(t, s, fmt.Sprintf(`{"do":"act","table":1,"action":%q}`, say))
	}
	fork := mustAsk(t, s, `{"do":"fork","table":1,"at":2}`)
	if fork["table"] != 2.0 || fork["at"] != 2.0 || fork["game"] != "mixed/nt" || fork["seed"] != 5.0 {
		t.Errorf("fork: %v", fork)
	}
	if deal := mustAsk(t, s, `{"do":"fork","table":1,"at":0}`); deal["at"] != 0.0 {
		t.Errorf("fork from the deal: %v", deal)
	}
	if now := mustAsk(t, s, `{"do":"fork","table":1}`); now["at"] != 4.0 {
		t.Errorf("fork as it stands: %v", now)
	}
	mustAsk(t, s, `{"do":"act","table":2,"action":"check"}`)
	if a := mustAsk(t, s, `{"do":"legal","table":1}`); a["at"] != 4.0 {
		t.Errorf("a fork has moved its origin: %v", a)
	}
	for _, line := range []string{`{"do":"fork","table":1,"at":5}`, `{"do":"fork","table":9}`, `{"do":"fork","table":1,"at":-1}`, `{"do":"fork","table":1,"at":"x"}`} {
		if a := ask(t, s, line); a["ok"] == true {
			t.Errorf("%s: %v", line, a)
		}
	}
	again := mustAsk(t, s, `{"do":"restart","game":"mixed/nt","seats":2,"seed":5,"hand":1,"actions":["call","check","bet 4","call"]}`)
	one, two := mustAsk(t, s, `{"do":"view","table":1,"seat":-1}`), mustAsk(t, s, fmt.Sprintf(`{"do":"view","table":%v,"seat":-1}`, again["table"]))
	if !reflect.DeepEqual(one["view"], two["view"]) {
		t.Errorf("dealt again it is another hand: %v, %v", one["view"], two["view"])
	}
	refused := mustAsk(t, s, `{"do":"restart","game":"mixed/nt","seats":2,"seed":5,"actions":["call","dance","bet 4"]}`)
	if refused["at"] != 1.0 || !strings.Contains(fmt.Sprint(refused["notes"]), `action 2, "dance"`) {
		t.Errorf("a refused action: %v", refused)
	}
	if why := mustAsk(t, s, `{"do":"explain","table":1,"topic":"turn"}`); len(why["lines"].([]any)) == 0 {
		t.Errorf("no reason: %v", why)
	}
	if a := ask(t, s, `{"do":"explain","table":1,"topic":"weather"}`); a["ok"] == true {
		t.Errorf("a topic that is none: %v", a)
	}
	possible := mustAsk(t, s, `{"do":"irregularity","table":1}`)
	if len(possible["lines"].([]any)) < 5 {
		t.Errorf("what can go wrong: %v", possible)
	}
	for _, x := range possible["possible"].([]any) {
		k := x.(map[string]any)
		if k["kind"] == "" || k["group"] == "" || k["about"] == "" || k["details"] == nil {
			t.Errorf("an irregularity is described as %v", k)
		}
	}
	if got := fmt.Sprint(possible["possible"]); !strings.Contains(got, "holds:seat name:seat required:true") {
		t.Errorf("no irregularity names a seat: %v", got)
	}
	ruled := mustAsk(t, s, `{"do":"irregularity","table":1,"say":"player_exposed seat=2 cards=??"}`)
	if ruled["said"] == nil {
		t.Errorf("nothing is said: %v", ruled)
	}
	if a := ask(t, s, `{"do":"cancel","of":"7"}`); a["ok"] == true {
		t.Errorf("work that is not done: %v", a)
	}
}

// TestLongWork checks that handlers answer other messages and report progress until they are canceled.
func TestLongWork(t *testing.T) {
	begun := make(chan bool)
	s := protocol.New(protocol.Options{Limits: protocol.Usual, More: map[string]protocol.Handler{"dig": {
		Fields: []string{"count"},
		Do: func(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
			tell(0.5, "digging")
			begun <- true
			<-ctx.Done()
			a.Partial, a.Text = true, fmt.Sprint(*r.Count)
			return nil
		},
	}}})
	told, done := make(chan string, 9), make(chan string)
	go func() {
		var out bytes.Buffer
		if err := s.AnswerWith(t.Context(), &out, []byte(`{"do":"dig","id":"7","count":3}`), func(id string, part float64, note string) { told <- fmt.Sprint(id, part, note) }); err != nil {
			t.Error(err)
		}
		done <- out.String()
	}()
	<-begun
	mustAsk(t, s, `{"do":"hello"}`)
	mustAsk(t, s, `{"do":"cancel","of":"7"}`)
	if got := <-done; !strings.Contains(got, `"id":"7"`) || !strings.Contains(got, `"text":"3","partial":true`) {
		t.Error(got)
	}
	if got := <-told; got != "70.5digging" {
		t.Error(got)
	}
	if a := ask(t, s, `{"do":"dig","table":3}`); !strings.Contains(fmt.Sprint(a["error"]), "dig has no field") {
		t.Error(a)
	}
}

// FuzzMessages sends lines to a server and checks that each gets one answer in the right format.
func FuzzMessages(f *testing.F) {
	for _, line := range []string{
		`{"do":"hello"}`, `{"do":"new","game":"mixed/nt","seats":2}`, `{"do":"act","table":1,"action":"raise to 6"}`,
		`[{"do":"new","game":"angies/lowball"},{"do":"act","table":1,"action":"fold"},{"do":"undo","table":1,"count":3}]`,
		`{"do":"view","table":1,"seat":-1,"since":0}`, `{"do":"act","table":1,"action":"event below_table seat=2"}`,
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limits := protocol.Limits{Bytes: 1 << 12, Batch: 8, Tables: 4, Actions: 50, States: 100}
		bounds := testkit.Bounds{Fixed: 16 << 20, PerByte: 64 << 10}
		bounds.Within(t, len(text), func() {
			s := newServer(limits)
			mustAsk(t, s, `{"do":"new","game":"mixed/nt","seats":2}`)
			for line := range strings.SplitSeq(text, "\n") {
				var out bytes.Buffer
				if err := s.Answer(&out, []byte(line)); err != nil {
					t.Fatal(err)
				}
				if !json.Valid(out.Bytes()) || bytes.Count(out.Bytes(), []byte("\n")) != 1 {
					t.Fatalf("%q: %s", line, out.Bytes())
				}
			}
			mustAsk(t, s, `{"do":"legal","table":1}`)
		})
	})
}

// TestStep checks that a policy plays a hand to its end, and chooses the same action in the same state.
func TestStep(t *testing.T) {
	s := newServer(protocol.Usual)
	said := func(table int) string {
		return fmt.Sprint(mustAsk(t, s, fmt.Sprintf(`{"do":"view","table":%d,"seat":-1}`, table))["view"].(map[string]any)["said"])
	}
	game := fuzzhouses.Games()[0].ID
	mustAsk(t, s, `{"do":"new","game":"`+game+`","seed":7,"hand":1}`)
	if a := mustAsk(t, s, `{"do":"step","table":1,"policy":"random"}`); a["steps"] != 1.0 || a["at"] != 1.0 {
		t.Errorf("one step: %v", a)
	}
	mustAsk(t, s, `{"do":"fork","table":1}`)
	if a := mustAsk(t, s, `{"do":"step","table":1,"count":500}`); a["over"] != true || a["steps"].(float64) < 2 {
		t.Errorf("to the end: %v", a)
	}
	for range 500 {
		if a := mustAsk(t, s, `{"do":"step","table":2}`); a["over"] == true {
			break
		}
	}
	if one, other := said(1), said(2); one != other {
		t.Errorf("%s\n%s", one, other)
	}
	if a := mustAsk(t, s, `{"do":"step","table":1}`); a["steps"] != 0.0 {
		t.Errorf("after the end: %v", a)
	}
}

// TestSmallTables deals small games and chosen cards, and checks how many cards are told to be taken.
func TestSmallTables(t *testing.T) {
	s := newServer(protocol.Usual)
	said := func(a map[string]any, keys ...string) (out []any) {
		for _, key := range keys {
			out = append(out, a[key])
		}
		return out
	}
	for _, c := range []struct {
		line string
		want []any // seats, pack, taken, turn
	}{
		{`{"do":"new","game":"mixed/nt","size":"kuhn"}`, []any{2., []any{"Ks", "Qs", "Js"}, 2., 2.}},
		{`{"do":"new","game":"mixed/nt","size":"kuhn","deck_ranks":"A2","deck_suits":2,"seats":3,"deck":"2h"}`, []any{3., []any{"As", "Ah", "2s", "2h"}, 3., 3.}},
		{`{"do":"restart","game":"mixed/nt","size":"leduc","deck":"KsKh","actions":["call","check"]}`, []any{2., []any{"Ks", "Kh", "Qs", "Qh", "Js", "Jh"}, 3., 1.}},
		{`{"do":"restart","game":"mixed/nt","size":"leduc","deck":"KsKh","actions":["fold"]}`, []any{2., []any{"Ks", "Kh", "Qs", "Qh", "Js", "Jh"}, 2., nil}},
		{`{"do":"new","game":"mixed/nt","seats":2,"hand":1}`, []any{2., nil, nil, 2.}},
	} {
		if a := mustAsk(t, s, c.line); !reflect.DeepEqual(said(a, "seats", "pack", "taken", "turn"), c.want) {
			t.Errorf("%s: %v", c.line, a)
		}
	}
	hole := func(seed string) []any {
		a := mustAsk(t, s, `{"do":"new","game":"mixed/nt","seats":3,"hand":1,"button":3`+seed+`,"deck":"AsKdQc2h3d"}`)
		v := mustAsk(t, s, sending(map[string]any{"do": "view", "table": a["table"], "seat": -1}))["view"].(map[string]any)
		if a["taken"] != 6. || len(a["pack"].([]any)) != 52 {
			t.Errorf("%v", a)
		}
		var out []any
		for _, seat := range v["seats"].([]any) {
			out = append(out, seat.(map[string]any)["cards"])
		}
		return out
	}
	one, two := hole(`,"seed":0`), hole(`,"seed":1`)
	if fmt.Sprint(one[0], one[1]) != "[[As 2h]] [[Kd 3d]]" || fmt.Sprint(one[0], one[1]) != fmt.Sprint(two[0], two[1]) || reflect.DeepEqual(one[2], two[2]) {
		t.Errorf("the chosen cards come first, and the seed deals the others: %v and %v", one, two)
	}
	if a := mustAsk(t, s, `{"do":"new","game":"mixed/nt","seats":2,"seed":0}`); a["seed"] != 0. {
		t.Errorf("seed 0 is a seed, not %v", a["seed"])
	}
	for line, words := range map[string]string{
		`"size":"khun"`:                            `size must be kuhn, leduc, royal, whole, not "khun"`,
		`"deck_suits":2`:                           "deck_ranks and deck_suits are for a small version of a game",
		`"size":"kuhn","deck_suits":5`:             "deck_suits must be 1 to 4, not 5",
		`"size":"kuhn","deck_ranks":"AA"`:          `deck_ranks is a number such as 4, or different ranks such as A5K, not "AA"`,
		`"size":"kuhn","stack":"100bb"`:            `stack is amounts such as 4 or 3,4,6, not "100bb"`,
		`"size":"kuhn","seats":99`:                 "mixed/nt is for 2 to 10 players, not 99",
		`"size":"kuhn","deck":"KsKs"`:              "deck: there is no Ks for card 2",
		`"size":"kuhn","deck":"As"`:                "deck: there is no As for card 1",
		`"deck":"Ax"`:                              `deck: "Ax": not a card`,
		`"size":"kuhn","seats":4`:                  "",
		`"size":"kuhn","deck_ranks":"2","seats":5`: "",
	} {
		a := ask(t, s, `{"do":"new","game":"mixed/nt",`+line+`}`)
		said := ""
		if e, refused := a["error"].(map[string]any); refused {
			said = e["message"].(string)
		}
		if (said == "") != (words == "") || !strings.HasPrefix(said, words) {
			t.Errorf("%s: %q", line, said)
		}
	}
}
