package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// sessionSeeds adds saved sessions and games as the program writes them.
func sessionSeeds(f *testing.F) {
	dir := f.TempDir()
	for i, line := range []string{
		"run angies/holdem --session --kill half --hands 4 --seed 1 --save",
		"run sanrafael/california22 --session --hands 3 --seed 1 --save",
		"play mixed/nt --seats 2 --seed 1 --save",
	} {
		std, _, _ := fakeIO(nil)
		std.Create = new(term.Maker).Create
		std.Stdin.Reader = strings.NewReader("call\nfold\n\nquit\n")
		name := filepath.Join(dir, string(rune('a'+i))+".session")
		if code := run(context.Background(), std, append(strings.Fields(line), name)); code != app.Fine {
			f.Fatalf("%s: exit code %d", line, code)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
}

// FuzzSession checks that a valid saved session is unchanged after writing and reading
// it, and that an invalid one leads to an error with a position in the file.
func FuzzSession(f *testing.F) {
	sessionSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		testkit.Bounds{Fixed: 4 << 20, PerByte: 8 << 10}.Within(t, len(text), func() {
			s, err := runs.Read(fake.File("f.session", text), "f.session")
			if err != nil {
				fake.InText(t, err, text)
				return
			}
			again, err := runs.Read(fake.File("f.session", sessionText(t, s)), "f.session")
			if err != nil || !reflect.DeepEqual(again.Head, s.Head) || !slices.Equal(again.Events, s.Events) || again.Hands != s.Hands || again.Table != s.Table || again.Incomplete != s.Incomplete {
				t.Fatalf("written and read the session is another: %v\n%+v\n%+v", err, s, again)
			}
		})
	})
}

// sessionText returns a session as the program writes it.
func sessionText(t *testing.T, s *runs.Saved) string {
	head, err := json.Marshal(&s.Head)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", runs.Schema, head)
	for _, e := range s.Events {
		fmt.Fprintf(&b, "%d %s\n", e.After, e.Event)
	}
	word := runs.LineEnd
	if s.Incomplete {
		word = runs.LineIncomplete
	}
	fmt.Fprintf(&b, "%s %d %s\n", word, s.Hands, s.Table)
	return b.String()
}

// FuzzPlayed checks that a valid saved game is unchanged after writing and reading it.
func FuzzPlayed(f *testing.F) {
	sessionSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		testkit.Bounds{Fixed: 4 << 20, PerByte: 8 << 10}.Within(t, len(text), func() {
			s, err := console.ReadGame(fake.File("f.session", text), "f.session")
			if err != nil {
				fake.InText(t, err, text)
				return
			}
			again, err := console.ReadGame(fake.File("f.session", gameText(t, s)), "f.session")
			if err != nil || !reflect.DeepEqual(again.Head, s.Head) || again.Dealt != s.Dealt || len(again.Hands) != len(s.Hands) {
				t.Fatalf("written and read the game is another: %v\n%+v\n%+v", err, s, again)
			}
			for i := range s.Hands {
				if a, b := &s.Hands[i], &again.Hands[i]; a.Table != b.Table || !slices.Equal(a.Said, b.Said) {
					t.Fatalf("written and read hand %d is another:\n%+v\n%+v", i, a, b)
				}
			}
		})
	})
}

// gameText returns a game as the program writes it.
func gameText(t *testing.T, s *console.SavedGame) string {
	head, err := json.Marshal(&s.Head)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", console.PlaySchema, head)
	for i, h := range s.Hands {
		fmt.Fprintf(&b, "table %s\n", h.Table)
		if i < len(s.Hands)-1 || s.Dealt {
			b.WriteString("deal\n")
		}
		for _, words := range h.Said {
			fmt.Fprintf(&b, "act %s\n", words)
		}
	}
	return b.String()
}

// FuzzEvents checks that the lines of --events are read as the right events, in the
// order of the hands.
func FuzzEvents(f *testing.F) {
	for _, text := range []string{
		"0 join player=1000 amount=$50\n", "2 post game=2\n", "1 tick at=13:30\n3 leave seat=2\n", "1 owe-blinds seat=1\n# remark\n\n2 wait seat=3\n",
		"0 transfer seat=1 to=9\n", "1 buy seat=1 amount=99999999999999999999\n", "1 buy seat=1 amount=$92233720368547758\n", "0 tick at=65535:59\n",
		"0 join player=1 amount=$0.5\n", "1 leave player=1\n0 leave player=2\n", "9223372036854775807 call\n", "-1 call", "0 call\r\n1 call\r\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.TextBounds.Within(t, len(text), func() {
			lines, err := runs.ReadEvents(fake.File("f.txt", text), "f.txt")
			if err != nil {
				fake.InText(t, err, text)
				return
			}
			last := int64(0)
			for _, line := range lines {
				e, err := runs.ParseEventLine(line, plan.Cents)
				if err != nil || e.After < last || e.Amount < 0 || e.At < 0 {
					t.Fatalf("%q after %d hands: %+v, %v", line, last, e, err)
				}
				last = e.After
				written := fmt.Sprintf("%d %s", e.After, e.Event)
				if again, err := runs.ParseEventLine(written, plan.Cents); err != nil || again.String() != e.String() || again.After != e.After {
					t.Fatalf("%q is written %q, which is %+v (%v)", line, written, again, err)
				}
			}
		})
	})
}

// FuzzFlags checks that values of flags with their own notation are unchanged after
// writing and reading them.
func FuzzFlags(f *testing.F) {
	for _, text := range []string{"200", "100bb", "20,$5.5,1BB", "2/4", "0/0", "1/9223372036854775807", "999999999999bb", "ann", "2=Ann", "1=seat 3", "cap=4", "=", ""} {
		f.Add(text)
	}
	plans := houses.Plans()[:8]
	f.Fuzz(func(t *testing.T, text string) {
		testkit.TextBounds.Within(t, len(text), func() {
			if s, err := runs.ParseStack(text); err == nil {
				if again, err := runs.ParseStack(s.String()); err != nil || !slices.Equal(again, s) {
					t.Fatalf("%q is %v, written %q, which is %v (%v)", text, s, s.String(), again, err)
				}
				for _, p := range plans {
					if stacks, err := s.At(len(s), p.Stakes); err == nil && slices.Min(stacks) <= 0 {
						t.Fatalf("%q is stacks of %v", text, stacks)
					}
				}
			}
			if s, err := runs.ParseShard(text); err == nil {
				if again, err := runs.ParseShard(s.String()); err != nil || again != s {
					t.Fatalf("%q is %v, which is %v (%v)", text, s, again, err)
				}
				if from, to := s.Of(math.MaxInt64 - 1); from < 0 || to < from {
					t.Fatalf("%q is %d to %d", text, from, to)
				}
			}
			if names, err := console.ParseNames([]string{text}, 1); err == nil {
				for seat, name := range names {
					again, err := console.ParseNames([]string{fmt.Sprintf("%d=%s", seat, name)}, 0)
					if err != nil || !reflect.DeepEqual(again, names) {
						t.Fatalf("%q is %v, which is %v (%v)", text, names, again, err)
					}
				}
			}
			if set, err := library.ParseChoices("set", []string{text}); err == nil {
				for name, value := range set {
					if name+"="+value != text {
						t.Fatalf("%q is %q", text, set)
					}
				}
			}
		})
	})
}

// wholeProgram are command lines that read arbitrary text from f.txt, f.session,
// f.star or standard input.
var wholeProgram = []string{
	"run --resume f.session --hands 6",
	"play --resume f.session --policy call",
	"run angies/holdem --session --seed 1 --hands 5 --show 0 --events f.txt",
	"eval --json",
	"eval --game angies/omaha-hilo --board 2c3d4h",
	"odds - --samples 10 --seed 1",
	"run f.star --seed 1 --hands 3 --show 0 --max-steps 20000",
	"run angies/holdem --deck f.txt --seed 1",
	"replay f.txt",
	"check f.star",
	"fmt f.star",
}

// TestWholeProgram runs the whole program on texts of all kinds, each as the input of
// each command. The readers have their own fuzz targets; this test covers what the
// commands do with the errors.
func TestWholeProgram(t *testing.T) {
	texts := []string{
		"", "\xff", "\x00", "\xef\xbb\xbf", "cardroom.session/1\n{}\nend 0 {}\n", "cardroom.play/1\n{}\ntable {}\ndeal\nact fold\n", "AhKhQhJhTh\n", "AsAh KsKh\n",
		"0 join player=1000 amount=$50\n", "def f():\n    return f()\n", "mine = table(\"Mine\", games = [], stakes = \"2-4\")\n",
		"variant = 'NT'\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\nactions = ['d dh p1 AhAd']\n",
		strings.Repeat("[", 10_000), strings.Repeat("a = 1\n", 10_000), strings.Repeat("9", 10_000),
	}
	for _, line := range wholeProgram {
		for _, text := range texts {
			fuzzed(t, text, line)
		}
		if t.Failed() {
			t.Fatalf("by cardroom %s", line)
		}
	}
}

// fuzzed runs a command on arbitrary text. The command must end with one of its exit
// codes and say why.
func fuzzed(t *testing.T, text, line string) {
	t.Helper()
	files := fstest.MapFS{"f.txt": {Data: []byte(text)}, "f.session": {Data: []byte(text)}, "f.star": {Data: []byte(text)}}
	std, stdout, stderr := fakeIO(files)
	std.Stdin.Reader = strings.NewReader(text)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	code := run(ctx, std, strings.Fields(line))
	if !slices.Contains([]int{app.Fine, app.No, app.Cannot}, code) {
		t.Errorf("exit code %d", code)
	}
	if code == app.Cannot && stderr.Len() == 0 && stdout.Len() == 0 {
		t.Error("it could not run, and says nothing")
	}
	if out := stdout.String() + stderr.String(); strings.Contains(out, "crash") || strings.Contains(out, "goroutine ") {
		t.Errorf("%s", out)
	}
}
