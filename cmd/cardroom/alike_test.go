package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"slices"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/dsl/protocol"
	"cardroom/dsl/protocol/alike"
)

// TestAlike checks that answers to messages equal the output of commands.
func TestAlike(t *testing.T) {
	list := alike.Games
	if f := flag.Lookup("long"); f == nil || f.Value.String() != "true" {
		list = nil // all of them take a minute
		for i := 0; i < len(alike.Games); i += 17 {
			list = append(list, alike.Games[i])
		}
	}
	std, _, _ := fakeIO(nil)
	std.LoadTimeout, std.CallTimeout = patience, patience // the limits of a server depend on the machine
	s := protocol.New(messages.New(t.Context(), std, nil, 1).Options())
	compared := 0
	for _, game := range list {
		var source struct{ Source protocol.Source }
		if err := json.Unmarshal(answerOf(t, s, `{"do":"source","game":"`+game+`"}`), &source); err != nil || source.Source.Text == "" {
			t.Fatalf("%s: no script: %v", game, err)
		}
		for _, q := range alike.Of(game, source.Source.Text) {
			own, stdout, stderr := fakeIO(fstest.MapFS{"game.star": {Data: []byte(q.Script)}})
			if code := run(t.Context(), own, q.Args); code != app.Fine && (q.Field != "faults" || code != app.No) {
				t.Errorf("%s, %s: exit code %d: %s", game, q.Name, code, stderr)
				continue
			}
			answer := answerOf(t, s, q.Message)
			if err := q.Same(answer, stdout.Bytes()); err != nil {
				t.Errorf("%s, %s: %v\n%.300s", game, q.Name, err, answer)
			}
			compared++
		}
	}
	if compared < 4*len(list) {
		t.Errorf("only %d answers compared for %d games", compared, len(list))
	}
	t.Logf("%d answers for %d games", compared, len(list))
}

// TestAlikeGames checks that the list of games has enough games, all different.
func TestAlikeGames(t *testing.T) {
	if got := len(slices.Compact(slices.Sorted(slices.Values(alike.Games)))); got != len(alike.Games) || got < 50 {
		t.Errorf("%d games, %d different", len(alike.Games), got)
	}
}

// answerOf returns the answer to a message.
func answerOf(t *testing.T, s *protocol.Server, message string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.Answer(&out, []byte(message)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
