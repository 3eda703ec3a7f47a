package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
	"cardroom/engine/rows"
)

// hostile contains what a terminal obeys or does not show: titles, colors, cursor
// movements, C1 controls, direction marks, zero-width characters, tags.
const hostile = "\x1b]0;x\x07\x1b[31mred\x1b[0m\x1b[2J\u009b31m\u0085\u202e\u2066\u200e\u200f\u061c\u200b\u2060\ufeff\u2028\u2029\ufff9\U000e0041\u180e\u3164\u00ad\x7f\b"

// forbidden returns what a text contains but no output may contain, "" for nothing.
// With color it ignores color sequences.
func forbidden(text string, color bool) string {
	if color {
		text = regexp.MustCompile("\x1b\\[[0-9]{1,2}(;[0-9]{1,2})*m").ReplaceAllString(text, "")
	}
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			return fmt.Sprintf("byte %#x at %d", text[i], i)
		case r == '\n' || r == '\t' || r == '\ufe0f':
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), r == 0x3164:
			return fmt.Sprintf("%U at %d, in %.60q", r, i, text[max(0, i-30):])
		}
	}
	return ""
}

// hostileHouse is the script of a house in which every string is hostile: %[1]s is a
// Starlark string, %[2]s the raw characters.
const hostileHouse = `"""Docstring %[2]s and more."""
# comment %[2]s

print("loading %[1]s")

_opt = option("opt", default = "a%[1]s", choices = ["a%[1]s", "b"], about = "about %[1]s", ref = "ref %[1]s")

def _hook(hand):
    """Docstring %[2]s."""
    fail("hook %[1]s")

room = house(
    "House %[1]s",
    doc = "doc %[1]s",
    forced = [blinds(cites = "evil.%[1]s")],
    stakes = stakes("1-2"),
    odd_chips = "one each",
)

fine = room.game(
    "=Fine %[1]s",
    doc = "doc %[1]s",
    cites = "evil.%[1]s",
    play = [
        deal(2, name = "deal %[1]s", cites = "evil.%[1]s"),
        bet(name = "bet %[1]s"),
        burn(),
        board(5, name = "board %[1]s"),
        bet(name = "late %[1]s", tier = big),
    ],
    showdown = best(high),
)

fails = fine.extend("Fails %[1]s", doc = "doc", before_award = _hook)

sign = table("Sign %[1]s", fine, stakes = "1-2", doc = "doc %[1]s")

def unused(x):
    y = "%[2]s"
    return undefined_%[3]s
`

const hostilePolicy = `"""Policy %[2]s."""
def talks(view):
    print("policy %[1]s")
    return "call" if not view.to_call else "fold"

def fails(view):
    fail("policy %[1]s")

def wrong(view):
    return "raise to %[1]s"
`

const hostileTest = `load("./evil.star", "fine")

def test_%[3]s(t):
    """Docstring %[2]s [evil.%[1]s]."""
    print("test %[1]s")
    t.eq("a %[1]s", "b %[1]s") # %[2]s
`

func writeHostile(t *testing.T, dir string) {
	t.Helper()
	var escaped strings.Builder
	for _, r := range hostile {
		if r < 0x80 {
			fmt.Fprintf(&escaped, `\x%02x`, r)
		} else {
			fmt.Fprintf(&escaped, `\U%08x`, r)
		}
	}
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	script := func(text, suffix string) string {
		return fmt.Sprintf(text, escaped.String(), hostile, suffix)
	}
	good := strings.Replace(script(hostileHouse, "x"), "    return undefined_x\n", "    return y\n", 1)
	write("evil/evil.star", good)
	write("evil/evil_test.star", script(hostileTest, "x"))
	write("evil/policy.star", script(hostilePolicy, "x"))
	write("bad.star", script(hostileHouse, "x"))
	write("syntax.star", "x = \""+hostile+"\" +\ny = (\n")
	write("fail.star", script("fail(\"%[1]s\") # %[2]s\n", ""))
	write("title.star", "fail(\"\\x1b]0;x\\x07\")\n")
	write("raw.star", "x = 1 # \x9b31m \xff\nfail(\"raw\") # \x9b31m\n")
	write("na\u202eme\u009b.star", script("fail(\"%[1]s\")\n", ""))
	write("hands.phhs", "[1]\nvariant = \"NT\"\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nplayers = [\"A"+`\u009b\u202e\u001b`+"\", \"B\"]\nvenue = \"V"+`\u001b[31m`+"\"\nactions = [\"d dh p1 AsAh\", \"d dh p2 KsKh\", \"p1 f # "+`\u001b]0;x\u0007\u202e`+"\", \"p2 zzz "+`\u001b[2J`+"\"]\n")
	write("broken.phh", "variant = \"NT"+hostile+"\"\nactions = [\n")
	write("deck.txt", "As Ah "+hostile+"\n")
	write("eval.txt", "AsAhKsKhQd # "+hostile+"\nAsXX"+hostile+"\n")
	write("events.txt", "1 join "+hostile+"\n")
	write("x.session", "cardroom.session/1\n{\"game\":\""+hostile+"\"}\n")
	write("y.session", "cardroom.play/1"+hostile+"\n")
	write("z.session", "cardroom.play/1\n{\"game\":\"evil/fine\",\"stack\":\"100bb\",\"policy\":\"random\",\"crowd\":\"steady\",\"names\":{\"2\":\"B"+`\u202e\u001b`+"\"}}\ntable {}\n")
}

// TestNothingHostileIsPrinted checks that no command passes hostile text from files to
// the terminal or a pipe unchanged.
func TestNothingHostileIsPrinted(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the file names are not possible here")
	}
	dir := t.TempDir()
	writeHostile(t, dir)
	t.Chdir(dir)
	evil := hostile
	lines := []string{
		"games", "games --json", "games --format csv", "games --format ndjson", "games --tables",
		"rules evil/fine", "rules evil", "rules evil --format md", "rules evil/fine --format html", "rules evil --json", "rules evil/fine --source --clauses", "rules fail.star", "rules title.star", "rules raw.star", "rules syntax.star",
		"rulings evil/fine", "rulings evil --format csv", "rulings evil --format md",
		"diff evil/fine evil/fails", "diff evil/fine evil/fails --json", "diff evil/fine evil/fails --hands 50",
		"run evil/fine --seed 1 --hands 3 --show 3", "run evil/fine --seed 1 --hands 3 --json", "run evil/fine --seed 1 --hands 3 --format csv",
		"run evil/fine --seed 1 --hands 3 --set opt=" + evil, "run evil/fine --set " + evil + "=1", "run evil/fine --stakes " + evil, "run evil/fine --policy " + evil,
		"run evil/fails --seed 1 --hands 50", "run evil/fails --seed 1 --hands 50 --session", "run evil/fine --seed 1 --hands 3 --session --show 3", "run evil/sign --seed 1 --hands 3 --json",
		"run evil/fine --seed 1 --hands 3 --policy evil/policy.star:talks", "run evil/fine --seed 1 --hands 3 --policy evil/policy.star:fails", "run evil/fine --seed 1 --hands 3 --policy evil/policy.star:wrong",
		"run evil/fine --deck deck.txt", "run evil/fine --session --events events.txt", "run --resume x.session", "play --resume y.session", "play --resume z.session",
		"run evil/fine --seed 1 --hands 5 --save ok.phhs", "replay ok.phhs", "replay ok.phhs --json", "replay ok.phhs --show",
		"replay hands.phhs", "replay hands.phhs --json", "replay hands.phhs --format csv", "replay hands.phhs --show", "replay broken.phh", "replay " + evil,
		"play evil/fine --seed 1 --seats 2", "play evil/fails --seed 1 --seats 2", "play evil/fine --seed 1 --name 2=" + evil,
		"eval --file eval.txt", "eval --file eval.txt --json", "eval --file eval.txt --game evil/fine --format csv", "eval AsAh" + evil,
		"odds --game evil/fine AsAh KsKh", "odds --game evil/fine AsAh " + evil,
		"test evil", "test evil --json", "test evil --format junit", "test evil --format github", "test evil --cover", "test evil --clauses", "test evil --mutate --mutants 3",
		"check evil", "check bad.star", "check bad.star --json", "check bad.star --format sarif", "check syntax.star fail.star raw.star", "check na\u202eme\u009b.star", "check .",
		"bench evil/fine --rounds 1 --seed 1", "fmt --diff evil/evil.star", "fmt --diff syntax.star", "fmt --list evil", "fmt evil/evil.star --json", "fmt --check " + evil,
		"doc evil/evil.star", "doc @scripts//evil/evil.star", "doc " + evil, "doc evil/evil.star --json", "doc evil/evil.star --format md",
		"__complete run evil/", "__complete run " + evil, "__complete doc ", evil, "--" + evil, "run --" + evil, "help " + evil, "repl evil/evil.star", "repl fail.star", "rules na\u202eme\u009b.star", "rules " + evil, "run evil/fine --report x." + evil,
	}
	printed, worked := 0, 0
	for _, line := range lines {
		for _, mode := range []string{"never", "always"} {
			std, stdout, stderr := fakeIO(nil)
			std.FS, std.Create = history.OS, new(term.Maker).Create
			std.Getenv = func(name string) string {
				return map[string]string{"CARDROOM_PATH": dir}[name]
			}
			std.Stdout.Terminal, std.Stderr.Terminal = mode == "always", mode == "always"
			std.Stdin.Reader = strings.NewReader("call\nlook\nlog\nexplain\nrules all\n" + evil + "\nraise to " + evil + "\nfine\n\"" + evil + "\"\nfail(\"" + evil + "\")\nx = fine\nprint(x, \"" + `\x1b` + "\")\n:table fine\n:play\n:sheet fine\n")
			words := []string{"--color", mode, "--quiet"}
			if strings.HasPrefix(line, "__complete") {
				words = nil
			}
			args := append(strings.Split(line, " "), words...)
			code := run(context.Background(), std, args)
			if code != app.Cannot {
				worked++
			}
			if code == app.Cannot && mode == "never" && testing.Verbose() {
				lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
				t.Logf("%.60q: %.150s", line, lines[len(lines)-1])
			}
			printed += stdout.Len() + stderr.Len()
			for name, text := range map[string]string{"stdout": stdout.String(), "stderr": stderr.String()} {
				if bad := forbidden(text, mode == "always"); bad != "" {
					t.Errorf("%.80q, colours %s: %s has %s", line, mode, name, bad)
				}
			}
			if strings.Contains(line, "csv") && code == app.Fine {
				table, err := csv.NewReader(stdout).ReadAll()
				if err != nil {
					t.Errorf("%s: %v", line, err)
				}
				for _, row := range table {
					for _, cell := range row {
						if rows.Cell(cell) != cell {
							t.Errorf("%s: the cell %q is a formula", line, cell)
						}
					}
				}
			}
		}
	}
	t.Logf("%d command lines, %d ran to an end, %d bytes", 2*len(lines), worked, printed)
	if worked < 100 { // the others fail, which also prints something
		t.Errorf("only %d of %d ran: the house does not load", worked, 2*len(lines))
	}
}

func TestCleanJSON(t *testing.T) {
	for _, text := range []string{hostile, "plain", "Zoë ♠ \\ \" <2-7>", "\xff\x9b"} {
		b, err := rows.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(b, &back); err != nil || back != strings.ToValidUTF8(text, "\ufffd") && text != "\xff\x9b" {
			t.Errorf("%s is read as %q, %v; want %q", b, back, err, text)
		}
		if bad := forbidden(string(b), false); bad != "" {
			t.Errorf("%q: %s", b, bad)
		}
	}
}
