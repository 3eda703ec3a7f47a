package price

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// probes are the questions. A place notices a fake if what it does is right, or if a test or a check fails. A new place gets a line here; what
// only the syntax tree can say stands in TestKinds.
var probes = []probe{
	{"step", "dsl/docs, rules --for floor", "the step is missing", func(p *program) bool {
		return strings.Contains(p.line("rules fakes.star:step"), "fake card")
	}},
	{"step", "dsl/docs, rules --for players", "the sheet skips the step", func(p *program) bool {
		sheet := func(game string) string {
			_, deal, _ := strings.Cut(p.line("rules --for players fakes.star:"+game), "The deal\n")
			deal, _, _ = strings.Cut(deal, "\n\n")
			return deal
		}
		return sheet("step") != sheet("plain")
	}},
	{"step", "dsl/compare, diff --rules-only", "no difference from the game without it", func(p *program) bool {
		return strings.Contains(p.line("diff fakes.star:plain fakes.star:step --rules-only"), "fake card")
	}},
	{"step", "dsl/repl, :plan", "the step is missing", func(p *program) bool {
		return strings.Contains(p.repl("step", ":plan"), "fake step")
	}},
	{"step", "dsl/reference, doc", "the word is missing", func(p *program) bool {
		return strings.Contains(p.line("doc fake_step"), "turned up")
	}},
	{"step", "engine/odds, :odds", "the card counts as live", func(p *program) bool {
		known := number(p.repl("step", append(passes, ":odds exact")...), "exact: ")
		return known != "" && known != number(p.repl("burned", append(passes, ":odds exact")...), "exact: ")
	}},
	{"step", "engine/hand, estimates (view.strength)", "the card can be dealt again", func(p *program) bool {
		return strings.Join(strengths(p, "step"), " ") != strings.Join(strengths(p, "burned"), " ")
	}},
	{"step", "internal/serve/page, the table", "the view has nothing more for the page to draw, or the page does not draw it", func(p *program) bool {
		with, _ := p.view("step", 1, passes...)
		without, _ := p.view("burned", 1, passes...)
		for _, field := range fieldsOf(with) {
			if !strings.Contains(without, `"`+field+`":`) {
				return !asksBesides(p, "."+field, ".wagered")
			}
		}
		return false
	}},
	{"step", "dsl/debug, stops at steps", "the debugger does not stop there", func(p *program) bool {
		return strings.Contains(p.run("break step:fake-step\ncontinue\nlist\nquit\n", "run", "fakes.star:step", "--debug", "--seed", "3", "--seats", "2", "--policy", "call"), "fake_step()")
	}},
	{"step", "engine/replay, replay of a saved hand", "the hand does not replay", func(p *program) bool {
		actions(p, "step")
		return strings.Contains(p.line("replay step.phhs --json"), `"ok": 1,`)
	}},
	{"step", "engine/solve, keys of what a seat knows", "a seat forgets the card, or no small version can be solved", func(p *program) bool {
		known := sets(p, "step")
		return known != "" && known != sets(p, "burned")
	}},
	{"step", "engine/enumerate, decks of small versions", "the deck has no card for the step", func(p *program) bool {
		return !strings.Contains(p.line("solve fakes.star:step --size leduc --iterations 1 --json"), "runs out")
	}},
	{"step", "engine/enumerate, check --exhaustive", "the card is not one of the ways in which a hand can go", func(p *program) bool {
		states, whole := ways(p, "step")
		hidden, _ := ways(p, "burned")
		return whole && states != hidden
	}},
	{"step", "engine/plan, cards that a game takes", "a game may take more cards than the deck has", func(p *program) bool {
		return strings.Contains(p.line("check exhausted.star"), "[CR")
	}},
	{"step", "dsl/ruletest, hands in words", "the cards of a test fall elsewhere", func(p *program) bool {
		return !strings.Contains(p.line("test step_test.star"), "FAIL")
	}},
	{"step", "engine/hand, irregularities", "a hand with irregularities breaks a law", func(p *program) bool {
		return strings.Contains(p.line("run fakes.star:step --hands 300 --seed 1 --mishaps 0.2 --json"), `"complete": true`)
	}},

	{"event", "dsl/ruletest, log EVENT", "a test cannot name the event and its cards", func(p *program) bool {
		return !strings.Contains(p.line("test event_test.star"), "FAIL")
	}},

	{"effect", "dsl/docs, rules --for floor", "the effect is missing", func(p *program) bool {
		return strings.Contains(strings.Join(strings.Fields(p.line("rules fakes.star:effect")), " "), "throws 1 card away, face up. 5.")
	}},
	{"effect", "dsl/docs, rules --for players", "the effect is missing", func(p *program) bool {
		return strings.Contains(p.line("rules --for players fakes.star:effect"), "throws")
	}},
	{"effect", "dsl/compare, diff --rules-only", "no difference from a discard", func(p *program) bool {
		return strings.Contains(p.line("diff fakes.star:discarded fakes.star:effect --rules-only"), "throws")
	}},
	{"effect", "engine/speech, the words of players", "nobody can say it", func(p *program) bool {
		return strings.Contains(p.repl("effect", throws(p, "throw")...), "seat 1: fold, check, bet $1")
	}},
	{"effect", "engine/plan, cards that a hand has (Step.Changes)", "a hand may lose more cards than it has", func(p *program) bool {
		return strings.Contains(p.line("check thrown.star"), "[CR")
	}},
	{"effect", "engine/odds, :odds", "cards thrown away face up count as live", func(p *program) bool {
		known := number(p.repl("effect", append(throws(p, "throw"), ":as 1", ":odds exact")...), "exact: ")
		return known != "" && known != number(p.repl("discarded", append(throws(p, "discard"), ":as 1", ":odds exact")...), "exact: ")
	}},
	{"effect", "dsl/policies, view of a policy", "no attribute has the card that another threw away", func(p *program) bool {
		words := p.played("effect", "fakes.star:look")
		_, last, _ := strings.Cut(words, `("asked", "bet")`)
		for line := range strings.Lines(last) {
			if strings.Contains(line, `("rounds", 2)`) && strings.Contains(line, `("seat", 2)`) {
				return strings.Contains(line, `"`+p.thrown()+`"`)
			}
		}
		return false
	}},
	{"effect", "engine/hand, estimates (view.strength)", "cards thrown away face up can be dealt again", func(p *program) bool {
		return strings.Join(strengths(p, "effect"), " ") != strings.Join(strengths(p, "discarded"), " ")
	}},
	{"effect", "dsl/protocol, view of serve", "no field has the card that another threw away", func(p *program) bool {
		view, _ := p.view("effect", 2, throws(p, "throw")...)
		return strings.Contains(view, `"`+p.thrown()+`"`)
	}},
	{"effect", "engine/replay, replay of a saved hand", "the hand does not replay", func(p *program) bool {
		actions(p, "effect")
		return strings.Contains(p.line("replay effect.phhs --json"), `"ok": 1,`)
	}},
	{"effect", "engine/enumerate, small versions", "hands have other sizes than with a discard", func(p *program) bool {
		thrown, whole := ways(p, "effect")
		discarded, _ := ways(p, "discarded")
		return whole && thrown == discarded
	}},
	{"effect", "engine/hand, irregularities", "a hand with irregularities breaks a law", func(p *program) bool {
		return strings.Contains(p.line("run fakes.star:effect --hands 300 --seed 1 --mishaps 0.2 --json"), `"complete": true`)
	}},

	{"parameter of run", "cmd/cardroom, help and man page", "it is missing", func(p *program) bool {
		return strings.Contains(p.line("help run"), "--fake-shift N") && strings.Contains(strings.ReplaceAll(p.line("man"), "\\-", "-"), "fake-shift")
	}},
	{"parameter of run", "internal/complete", "it is not completed", func(p *program) bool {
		return strings.Contains(p.run("", "completion", "--complete", "run", "--fak"), "fake-shift") || strings.Contains(p.line("completion bash"), "fake-shift") || strings.Contains(p.run("", "run", "--fak", "--generate-bash-completion"), "fake-shift")
	}},
	{"parameter of run", "the JSON of the result", "it does not say what was played", func(p *program) bool {
		return strings.Contains(p.line(shifted+" --json"), "shift")
	}},
	{"parameter of run", "the text of the result", "it does not say what was played", func(p *program) bool { return strings.Contains(p.line(shifted), "shift") }},
	{"parameter of run", "the page of the result (--format html)", "it does not say what was played", func(p *program) bool {
		return strings.Contains(p.line(shifted+" --format html"), "shift")
	}},
	{"parameter of run", "the command line that repeats a hand", "it is left out", func(p *program) bool {
		return lineWith(p.line(shifted+" --policy fakes.star:fails"), "cardroom run", "--fake-shift")
	}},
	{"parameter of run", "run --session", "it is accepted and ignored", func(p *program) bool {
		line := "run fakes.star:plain --session --seed 3 --hands 20 --seats 2 --json"
		return p.line(line) != p.line(line+" --fake-shift 5") && !same(p.line(line), p.line(line+" --fake-shift 5"))
	}},
	{"parameter of run", "run --sessions", "it is accepted and ignored", func(p *program) bool {
		line := "run fakes.star:plain --sessions 2 --seed 3 --hands 20 --seats 2 --json"
		return !same(p.line(line), p.line(line+" --fake-shift 5"))
	}},
	{"parameter of run", "engine/files, the identity of a part (--out)", "a part without it passes for one with it", func(p *program) bool {
		p.line(shifted + " --out part")
		return strings.Contains(strings.ReplaceAll(p.file("part"), "Shift", "shift"), "shift")
	}},
	{"parameter of run", "the hands that are saved (--save)", "they do not tell the seed that dealt them", func(p *program) bool {
		p.line(shifted + " --save shifted.phhs")
		saved := p.file("shifted.phhs")
		return strings.Contains(saved, "shift") || strings.Contains(saved, "_seed = 8\n")
	}},
	{"parameter of run", "dsl/protocol, the message simulate", "the field is refused", func(p *program) bool {
		return strings.Contains(p.serve(map[string]any{"do": "simulate", "game": "angies/holdem", "hands": 5, "fake_shift": 5}), `"ok":true`)
	}},
	{"parameter of run", "internal/serve, the tool simulate", "the tool has no such argument", func(p *program) bool {
		out := p.run(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`+"\n"+
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"+`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`+"\n", "mcp")
		return strings.Contains(out, "fake_shift")
	}},
	{"parameter of run", "internal/serve/page, the form of a simulation", "it has no such field", func(p *program) bool {
		form, err := os.ReadFile(filepath.Join(root, "cmd", "cardroom", "internal", "serve", "page", "files", "simulate.js"))
		if err != nil {
			p.t.Fatal(err)
		}
		// The form lists what this message lists.
		return strings.Contains(string(form), `more("simulate"`) && strings.Contains(p.serve(map[string]any{"do": "parameters", "name": "simulate"}), `"name":"fake_shift"`)
	}},

	{"field of run", "cmd/cardroom/schemas, cardroom.run.1.json", "what it does not declare passes", func(p *program) bool { return !p.fits("cardroom.run.1.json", ran+" --json") }},
	{"field of run", "run --format text", "it is missing", func(p *program) bool { return hasField(p.line(ran), "471102") }},
	{"field of run", "run --format json", "it is missing", func(p *program) bool { return hasField(p.line(ran+" --json"), "471102") }},
	{"field of run", "run --format ndjson", "it is missing", func(p *program) bool { return hasField(p.line(ran+" --format ndjson"), "471102") }},
	{"field of run", "run --format csv", "it is missing", func(p *program) bool { return hasField(p.line(ran+" --format csv"), "471102") }},
	{"field of run", "run --format html", "it is missing", func(p *program) bool { return hasField(p.line(ran+" --format html"), "471102") }},
	{"field of run", "internal/merging, merge --json", "it is missing", func(p *program) bool {
		p.line(ran + " --out parts")
		return hasField(p.line("merge parts --json"), "471102")
	}},
	{"field of run", "internal/merging, merge", "it is missing in the text", func(p *program) bool {
		p.line(ran + " --out parts")
		return hasField(p.line("merge parts"), "471102")
	}},
	{"field of run", "internal/messages, the message simulate", "it is missing", func(p *program) bool {
		return hasField(p.serve(map[string]any{"do": "simulate", "game": "angies/holdem", "hands": 5, "seats": 2}), "471102")
	}},
	{"field of run", "internal/serve/page, the result of a simulation", "the page does not show it", func(p *program) bool { return !asksBesides(p, "fake_field", "split_pots") }},

	{"field of replay --stats", "cmd/cardroom/schemas, cardroom.replay.1.json", "what it does not declare passes", func(p *program) bool { return !p.fits("cardroom.replay.1.json", counted+" --json") }},
	{"field of replay --stats", "replay --stats --format text", "it is missing", func(p *program) bool { return hasField(p.line(counted), "471201") }},
	{"field of replay --stats", "replay --stats --format json", "it is missing", func(p *program) bool { return hasField(p.line(counted+" --json"), "471201") }},
	{"field of replay --stats", "replay --stats --format ndjson", "it is missing", func(p *program) bool { return hasField(p.line(counted+" --format ndjson"), "471201") }},
	{"field of replay --stats", "replay --stats --format csv", "it is missing", func(p *program) bool { return hasField(p.line(counted+" --format csv"), "471201") }},
}

// cardPlace is a place that tells of the cards that everybody sees: what it says of a hand of the game step, in which the card of the fake is
// looked for, and to be sure that the question is not blind, a card of the flop.
type cardPlace struct {
	section, place, wrong string
	text                  func(p *program) string
}

var cardPlaces = []cardPlace{
	{"step", "dsl/live, the table in the REPL", ":look does not show the card", func(p *program) string {
		return afterFlop(p.repl("step", append(passes, ":look")...))
	}},
	{"step", "dsl/live, what a seat is shown", ":as SEAT does not show the card", func(p *program) string {
		return afterFlop(p.repl("step", append(passes, ":as 1")...))
	}},
	{"step", "dsl/policies, view of a policy", "no attribute has the card", func(p *program) string {
		var views []string
		for line := range strings.Lines(p.played("step", "fakes.star:look")) {
			if strings.Contains(line, `("asked"`) {
				views = append(views, line)
			}
		}
		return strings.Join(views, "")
	}},
	{"step", "dsl/protocol, view of serve", "no field has the card", func(p *program) string {
		view, _ := p.view("step", 1, passes...)
		return view
	}},
	{"step", "engine/ledger, --rows", "no table has the card", func(p *program) string { return tables(p, "step") }},
	{"event", "engine/speech, the dealer's words of run", "the cards of the event are not named", func(p *program) string {
		return p.played("step", "call")
	}},
	{"event", "engine/hand and dsl/protocol, the words that a seat hears", "the cards of the event are hidden or left out", func(p *program) string {
		_, told := p.view("step", 2, passes...)
		return told
	}},
	{"event", "dsl/live, :log", "the event is told without its cards", func(p *program) string {
		return p.repl("step", append(passes, ":log")...)
	}},
	{"event", "engine/replay, a saved hand", "the record does not tell the cards of the event", func(p *program) string {
		return actions(p, "step")
	}},
}

// converted are the formats of engine/convert.
var converted = []string{"ohh", "pokerstars", "acpc"}

// convert returns a hand of hold'em with the step, written in another format, and its cards: the first of the flop, and that of the step.
func convert(p *program, to string) (text, flop, shown string) {
	p.line("run sites/holdem --seats 2 --seed 3 --hands 1 --policy call --save holdem.phhs")
	return p.line("convert holdem.phhs --to " + to), p.card(6), p.card(9)
}

// afterFlop is what is printed from the last heading of the flop on, where the table stands.
func afterFlop(out string) string {
	if at := strings.LastIndex(out, "\nFlop"); at >= 0 {
		return out[at:]
	}
	return ""
}

// askAboutCards adds the questions about cards to the places that do not notice.
func askAboutCards(p *program, add func(section, place, wrong string, notices bool)) {
	for _, c := range cardPlaces {
		text := c.text(p)
		if !strings.Contains(text, p.card(5)) {
			p.t.Errorf("%s: the question is blind, because it does not see the flop either:\n%s", c.place, text)
		}
		add(c.section, c.place, c.wrong, strings.Contains(text, p.shown()))
	}
	for _, to := range converted {
		text, flop, shown := convert(p, to)
		if !strings.Contains(text, flop) {
			p.t.Errorf("convert --to %s: the question is blind, because it does not see the flop either:\n%s", to, text)
		}
		add("event", "engine/convert, --to "+to, "the event is lost, and nothing says so", strings.Contains(text, shown) || strings.Contains(text, "burn cards that lie face up"))
	}
}

// The command lines of the fake parameter and of the fake fields.
const (
	shifted = "run fakes.star:plain --seats 2 --seed 3 --hands 20 --fake-shift 5"
	ran     = "run fakes.star:plain --seats 2 --seed 3 --hands 20"
	counted = "replay stats.phhs --stats"
)

// hasField reports whether a number appears, with or without separators.
func hasField(out, number string) bool {
	return strings.Contains(strings.ReplaceAll(out, ",", ""), number)
}

// lineWith reports whether one line has all the texts.
func lineWith(out string, texts ...string) bool {
	for line := range strings.Lines(out) {
		all := true
		for _, text := range texts {
			all = all && strings.Contains(line, text)
		}
		if all {
			return true
		}
	}
	return false
}

// same reports whether two results are the same but for the time they took.
func same(a, b string) bool {
	timeless := func(out string) string {
		var kept []string
		for line := range strings.Lines(out) {
			if !strings.Contains(line, "elapsed_s") && !strings.Contains(line, "hands_per_s") {
				kept = append(kept, line)
			}
		}
		return strings.Join(kept, "")
	}
	return timeless(a) == timeless(b)
}

// strengths returns the estimates after the flop of a hand.
func strengths(p *program, game string) (out []string) {
	for line := range strings.Lines(p.played(game, "fakes.star:look")) {
		if _, rest, ok := strings.Cut(line, `("strength", `); ok && strings.Contains(line, `("asked", "bet")`) && strings.Contains(line, `("rounds", 2)`) {
			strength, _, _ := strings.Cut(rest, ")")
			out = append(out, strength)
		}
	}
	if len(out) == 0 {
		p.t.Errorf("%s: the policy never decided after the flop", game)
	}
	return out
}

// actions saves a hand, and returns what its record says happened.
func actions(p *program, game string) string {
	p.run("", "run", "fakes.star:"+game, "--seats", "2", "--seed", "3", "--hands", "1", "--policy", "call", "--save", game+".phhs")
	for line := range strings.Lines(p.file(game + ".phhs")) {
		if strings.HasPrefix(line, "actions = ") {
			return line
		}
	}
	p.t.Errorf("%s: nothing was saved", game)
	return ""
}

// tables returns the rows of a hand, all tables in turn.
func tables(p *program, game string) string {
	p.run("", "run", "fakes.star:"+game, "--seats", "2", "--seed", "3", "--hands", "1", "--policy", "call", "--rows", game+"-rows", "--rows-format", "csv")
	return p.file(game + "-rows")
}

// sets returns the number of information sets of a small version, nothing if it is not solved.
func sets(p *program, game string) string {
	return number(p.line("solve fakes.star:"+game+" --size leduc --deck-ranks 4 --iterations 1 --json"), `"information_sets": `)
}

// ways returns the number of states in exhaustive play of a small version, and whether all of it was played.
func ways(p *program, game string) (states string, whole bool) {
	out := p.line("check --exhaustive --size leduc --json fakes.star:" + game)
	_, own, _ := strings.Cut(out, `"game":"fakes.star:`+game+`"`)
	own, _, _ = strings.Cut(own, "}")
	if states = number(own, `"states":`); states == "" {
		p.t.Errorf("%s is not played: %s", game, out)
	}
	return states, strings.Contains(own, `"complete":true`)
}

// fieldsOf returns the names of all fields of a JSON text.
func fieldsOf(text string) (out []string) {
	for _, m := range regexp.MustCompile(`"([a-z_]+)":`).FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// asksBesides reports whether a script of the page names a field by itself, and not the fake one beside it.
func asksBesides(p *program, fake, field string) bool {
	files, err := filepath.Glob(filepath.Join(root, "cmd", "cardroom", "internal", "serve", "page", "files", "*.js"))
	if err != nil || len(files) == 0 {
		p.t.Fatalf("no scripts of the page: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			p.t.Fatal(err)
		}
		if strings.Contains(string(text), field) && !strings.Contains(string(text), fake) {
			return true
		}
	}
	return false
}
