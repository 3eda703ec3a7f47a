package browsertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"cardroom/dsl/protocol/alike"
)

var long = flag.Bool("long", false, "compare the answers for all games, not for a sample")

// TestAlike checks that the answers of the engine in Chromium, and of the program to Chromium, equal the output of the commands.
func TestAlike(t *testing.T) {
	step := 17
	switch {
	case *long:
		step = 1
	case testing.Short():
		step = 30
	}
	var games []string
	for i := 0; i < len(alike.Games); i += step {
		games = append(games, alike.Games[i])
	}
	dir := t.TempDir()
	printed := map[string][]byte{}
	driver := stdio(t)
	each(t, func(t *testing.T, p *page) {
		p.Page = p.Page.CancelTimeout().Timeout(15 * time.Minute)
		ask := func(message string) (answer []byte) {
			var text string
			if err := json.Unmarshal(p.run(`return (await import(new URL("engine.js", location.href))).text(JSON.parse(args[0]))`, message), &text); err != nil {
				t.Fatal(err)
			}
			return []byte(text)
		}
		p.run(`(await import(new URL("engine.js", location.href))).patience.quick = 600`) // on a busy machine a rule sheet takes long
		compared := 0
		for _, game := range games {
			var script struct{ Source struct{ Text string } }
			if err := json.Unmarshal(ask(`{"do":"source","game":"`+game+`"}`), &script); err != nil {
				t.Fatal(err)
			}
			for _, q := range alike.Of(game, script.Source.Text) {
				name := game + ", " + q.Name
				if printed[name] == nil {
					printed[name] = print(t, dir, q.Script, q.Args)
				}
				if err := q.Same(ask(q.Message), printed[name]); err != nil {
					p.Errorf("%s: %v", name, err)
				}
				compared++
			}
			got, err := alike.Played(game, ask)
			if err != nil {
				t.Fatal(err)
			}
			if want, err := alike.Played(game, driver); err != nil || string(got) != string(want) {
				p.Errorf("%s, a hand: %v\n%s\nthe program answers\n%s", game, err, got, want)
			}
			compared++
		}
		if compared < 6*len(games) {
			p.Errorf("only %d answers compared for %d games", compared, len(games))
		}
		p.Logf("%d answers for %d games", compared, len(games))
	})
}

// print returns the output of a command in a folder with a script.
func print(t *testing.T, dir, script string, args []string) []byte {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "game.star"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), program, args...)
	c.Dir = dir
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() != 1 { // exit code 1 means a finding
		t.Fatalf("%v: %s", args, failed.Stderr)
	} else if err != nil && failed == nil {
		t.Fatal(err)
	}
	return out
}

// stdio returns a function that sends messages to the program over standard input and output.
func stdio(t *testing.T) func(message string) []byte {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "serve", "--stdio", "--seed", "1", "--quiet")
	to, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = to.Close()
		_ = c.Wait()
	})
	lines := bufio.NewReader(from)
	return func(message string) []byte {
		if _, err := io.WriteString(to, message+"\n"); err != nil {
			t.Fatal(err)
		}
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		return line
	}
}
