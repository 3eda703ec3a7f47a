package console_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/dsl/protocol"
)

// slowly is a function of a script that takes some 30 ms.
const slowly = `
def slowly(x):
    n = 0
    for _ in range(90000):
        n += 1
    return n == 0

`

// slowHooks is a game whose showdown asks a slow function again and again, slowLoad one whose script takes seconds to load.
const (
	slowHooks = slowly + `
def by(cards):
    slowly(cards)
    return [cards.own[0]]

home = game("G", seats = (2, 6), forced = [blinds()], stakes = stakes("2-4"), play = [deal(5), bet(name = "a"), board(2), bet(name = "b")], showdown = best(wild(high, by = by)))
`
	slowLoad = slowly + "x = [slowly(i) for i in range(26)]\nhome = game(\"G\", forced = [blinds()], stakes = stakes(\"1-2\"), play = [deal(2), bet()], showdown = best(high))\n"
)

// callDown plays a hand of the slow game with six seats to its showdown, whose hooks the last action asks for.
var callDown = strings.Fields(strings.Repeat("call ", 5) + strings.Repeat("check ", 7))

// slower is the slow game with hooks that outlast the time until the cancel.
var slower = strings.Replace(slowHooks, "90000", "4000000", 1)

// longRequests returns a request of each message that works long: for minutes, or for seconds where it only loads a script.
func longRequests() map[string]map[string]any {
	var tests strings.Builder
	tests.WriteString("load(\"./game.star\", \"slowly\")\n")
	for i := range 200 {
		fmt.Fprintf(&tests, "def test_%d(t):\n    slowly(t)\n", i)
	}
	return map[string]map[string]any{
		"new":      {"script": slowLoad},
		"restart":  {"script": slower, "actions": callDown},
		"options":  {"script": slowLoad},
		"check":    {"script": slowLoad},
		"sheet":    {"script": slowHooks, "for": "players"},
		"test":     {"script": slowHooks, "tests": tests.String()},
		"simulate": {"script": slowHooks, "hands": 1_000_000},
		"solve":    {"script": slowHooks},
		"diff":     {"script": slowHooks, "against": "mixed/nt", "hands": 1_000_000},
		"odds":     {"spec": map[string]any{"game": "mixed/nt", "hands": []string{"random", "random", "random", "random"}, "samples": 100_000_000}},
		"tokens":   {"script": slowLoad},
	}
}

// TestCancelEndsEveryMessage cancels every message while a script works for it: soon it is refused as stopped, or has a partial
// result. Each message has a request here, which would work for minutes, or for seconds where it only loads a script; the table
// is compared with what the server has.
func TestCancelEndsEveryMessage(t *testing.T) {
	defer func(d time.Duration) { app.DoneGrace = d }(app.DoneGrace)
	app.DoneGrace = 20 * time.Millisecond
	patient := func() *protocol.Server {
		std, _, _ := fake.IO(nil)
		std.MaxSteps = 1 << 40
		return protocol.New(messages.New(t.Context(), std, nil, 1).Options())
	}
	requests := longRequests()
	// These run no script of a client, or go on from where a table is, whose next action the table verbs below have.
	quick := []string{"hello", "games", "cancel", "close", "undo", "redo", "legal", "view", "fork", "explain", "irregularity", "source", "format", "doc", "complete", "hover", "parameters"}
	hint, _ := ask(t, newDesk(t), "nothing")["error"].(map[string]any)
	names := regexp.MustCompile(`[a-z]+`).FindAllString(strings.TrimPrefix(fmt.Sprint(hint["hint"]), "there are "), -1)
	known := append(slices.Collect(maps.Keys(requests)), append(quick, "act", "step")...)
	slices.Sort(known)
	if slices.Sort(names); !slices.Equal(names, known) {
		t.Errorf("messages\n%q, and in the table\n%q", names, known)
	}
	for _, name := range slices.Sorted(maps.Keys(requests)) {
		r := maps.Clone(requests[name])
		r["do"], r["id"] = name, "1"
		ended(t, patient(), r)
	}
	for _, r := range []map[string]any{{"do": "act", "action": "check"}, {"do": "step", "count": 100}} {
		s := patient()
		var out bytes.Buffer
		if err := s.Answer(&out, fmt.Appendf(nil, `{"do":"new","script":%q,"seats":6}`, slower)); err != nil || !strings.Contains(out.String(), `"ok":true`) {
			t.Fatal(err, out.String())
		}
		r["table"], r["id"] = 1, "1"
		if r["do"] == "act" { // the last action asks for the showdown
			for _, word := range callDown[:11] {
				ask(t, s, "act", "table", 1, "action", word)
			}
		}
		ended(t, s, r)
	}
}

// ended cancels a request soon after it has begun and checks that it ends without a whole result. Questions about a text being
// written answer with what is known.
func ended(t *testing.T, s *protocol.Server, r map[string]any) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	line := s.Begin(t.Context(), text)
	over := make(chan string, 1)
	go func() {
		var out bytes.Buffer
		if err := line.Answer(&out, nil); err != nil {
			t.Error(err)
		}
		over <- out.String()
	}()
	time.Sleep(60 * time.Millisecond)
	began := time.Now()
	if a := ask(t, s, "cancel", "of", "1"); a["ok"] != true {
		t.Errorf("%s: %v", r["do"], a["error"])
	}
	select {
	case got := <-over:
		t.Logf("%-9s ended %4d ms after cancel", r["do"], time.Since(began).Milliseconds())
		stopped := strings.Contains(got, "it was stopped before it had a result") || strings.Contains(got, `"partial":true`)
		if asks := slices.Contains([]string{"tokens"}, r["do"].(string)); !stopped && !asks {
			t.Errorf("%s has a whole result: %.500s", r["do"], got)
		}
	case <-time.After(20 * time.Second):
		t.Errorf("%s does not end", r["do"])
	}
}
