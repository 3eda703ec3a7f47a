package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/serve"
	"cardroom/dsl/protocol"
)

// asked is a question that a command line, a message and a tool ask in the same way.
type asked struct {
	tool   string
	line   []string // the command line
	fields string   // the fields of the message, or of the object in it
}

var asks = map[string]asked{
	"odds":     {"odds", []string{"odds", "AsAh", "KsKh"}, `"hands":["AsAh","KsKh"]`},
	"simulate": {"simulate", []string{"run", "mixed/nt"}, `"game":"mixed/nt"`},
	"solve":    {"solve", []string{"solve", "angies/holdem"}, `"game":"angies/holdem"`},
	"diff":     {"diff", []string{"diff", "angies/lowball", "angies/razz"}, `"game":"angies/lowball","against":"angies/razz"`},
	"test":     {"test", []string{"test", "omahacash"}, `"game":"omahacash/omaha"`},
	"sheet":    {"rules", []string{"rules", "angies/holdem"}, `"game":"angies/holdem"`},
}

// cheap keeps the work of a message small where it is not what is tried.
var cheap = map[string]map[string]string{
	"odds": {"seed": "1"}, "simulate": {"hands": "2", "seed": "3"}, "solve": {"size": "kuhn", "iterations": "2"},
	"diff": {"hands": "2", "seed": "3"}, "test": {"run": "nothing", "seed": "1"}, "sheet": {},
}

// TestParameters checks each parameter of each message that does what a command does: the flag, the message and the tool accept
// the same values, refuse the same with the same words, but for the name, and have the same result. What a stranger may not give
// is refused with its reason, and no tool has it.
func TestParameters(t *testing.T) {
	std, _, _ := fakeIO(nil)
	server, err := serve.NewServer(t.Context(), std, serve.Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	tools := toolArguments(t)
	tried := 0
	for name, message := range messages.Messages() {
		q := asks[name]
		if q.line == nil || q.line[0] != message.Command {
			t.Errorf("the message %s is not tried", name)
			continue
		}
		byName := map[string]*params.Param{}
		for i := range message.Params {
			byName[message.Params[i].Name] = message.Params[i]
		}
		for i := range message.Params {
			p := message.Params[i]
			if p.Argument || slices.Contains([]string{"game", "script", "against", "tests"}, p.Name) && (name != "odds" || p.Name != "game") {
				continue
			}
			if has := tools[q.tool][p.Field()]; has != (p.Refused == "") {
				t.Errorf("the tool %s has %s: %v, refused: %q", q.tool, p.Field(), has, p.Refused)
			}
			if p.Refused != "" {
				got := refusal(t, server, name, q, map[*params.Param]string{p: sample(p)})
				if !strings.HasPrefix(got, p.Field()+" cannot be given here: "+p.Refused) {
					t.Errorf("%s %s: %s", name, p.Name, got)
				}
				continue
			}
			for _, value := range values(p) {
				given := map[*params.Param]string{p: value}
				for _, need := range p.Needs {
					if other := byName[strings.Fields(need)[0]]; other.Refused == "" {
						given[other] = sample(other)
						break
					}
				}
				for other, usual := range cheap[name] {
					o := byName[other]
					if given[o] == "" && !excludes(p, o) && !excludes(o, p) {
						given[o] = usual
					}
				}
				compare(t, server, name, q, given, p)
				tried++
			}
			if p.Most > 0 {
				over := strconv.FormatFloat(p.Most+1, 'f', -1, 64)
				if p.Kind == params.Duration {
					over += "s"
				}
				given := map[*params.Param]string{p: over}
				for _, need := range p.Needs {
					given[byName[strings.Fields(need)[0]]] = sample(byName[strings.Fields(need)[0]])
					break
				}
				if got := refusal(t, server, name, q, given); !strings.HasPrefix(got, p.Field()+" must be at most ") {
					t.Errorf("%s %s=%s: %s", name, p.Name, over, got)
				}
			}
		}
	}
	t.Logf("%d values", tried)
	if tried < 150 {
		t.Errorf("only %d values were tried", tried)
	}
}

func excludes(p, other *params.Param) bool {
	return slices.ContainsFunc(p.Not, func(n string) bool { name, _, _ := strings.Cut(n, ", "); return name == other.Name })
}

// sample returns a value that a parameter accepts.
func sample(p *params.Param) string {
	switch {
	case p.Example != "":
		return p.Example
	case p.Values != nil:
		return p.Values[0]
	case p.Kind == params.Truth:
		return "true"
	case p.Kind == params.Choices:
		return ""
	case p.Kind == params.Duration:
		return "1s"
	case p.Kind == params.Whole, p.Kind == params.Unsigned, p.Kind == params.Number:
		return strconv.FormatFloat(max(p.Min, 1), 'f', -1, 64)
	}
	return "x"
}

// values returns values to try: good ones, ones beyond the bounds, and ones of another type.
func values(p *params.Param) []string {
	out := []string{sample(p)}
	switch p.Kind {
	case params.Whole:
		out = append(out, strconv.FormatFloat(p.Min-1, 'f', -1, 64), "0", "1.5", "x", "99999999999999999999")
	case params.Unsigned:
		out = append(out, "0", "-1", "x")
	case params.Number:
		out = append(out, strconv.FormatFloat(p.Min-1, 'f', -1, 64), "0", "x", "1e999")
		if p.Max > 0 {
			out = append(out, strconv.FormatFloat(p.Max+1, 'f', -1, 64))
		}
	case params.Duration:
		out = append(out, "0s", "-1s", "soon")
	case params.Text:
		out = append(out, "nonsense")
	case params.Choices:
		return []string{"sevens=void", "none=1"}
	}
	if p.Max > 0 && p.Kind == params.Whole {
		out = append(out, strconv.FormatFloat(p.Max+1, 'f', -1, 64))
	}
	return out
}

// inJSON writes a value as a message does; ok is false if JSON has no such value.
func inJSON(p *params.Param, value string) string {
	switch p.Kind {
	case params.Whole, params.Unsigned, params.Number, params.Truth:
		if json.Valid([]byte(value)) {
			return value
		}
	case params.Choices:
		name, v, _ := strings.Cut(value, "=")
		return fmt.Sprintf(`{%q:%q}`, name, v)
	case params.List:
		if !p.OneText {
			return fmt.Sprintf(`[%q]`, value)
		}
	}
	return strconv.Quote(value)
}

// message returns a message with values.
func message(name string, q asked, given map[*params.Param]string) string {
	var fields []string
	for _, p := range sorted(given) {
		fields = append(fields, fmt.Sprintf("%q:%s", p.Field(), inJSON(p, given[p])))
	}
	if q.fields != "" {
		fields = append(fields, q.fields)
	}
	inner := strings.Join(fields, ",")
	if within := messages.Messages()[name].Within; within != "" {
		inner = fmt.Sprintf("%q:{%s}", within, inner)
	}
	return fmt.Sprintf(`{"do":%q,%s}`, name, inner)
}

func sorted(given map[*params.Param]string) []*params.Param {
	return slices.SortedFunc(maps.Keys(given), func(a, b *params.Param) int { return strings.Compare(a.Name, b.Name) })
}

type reply struct {
	OK       bool
	Error    struct{ Message string }
	Result   json.RawMessage
	Markdown string
}

func answer(t *testing.T, s *protocol.Server, line string) (a reply) {
	t.Helper()
	var out bytes.Buffer
	if err := s.Answer(&out, []byte(line)); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatalf("%s: %v: %s", line, err, &out)
	}
	return a
}

// refusal returns the words with which a message is refused.
func refusal(t *testing.T, s *protocol.Server, name string, q asked, given map[*params.Param]string) string {
	t.Helper()
	a := answer(t, s, message(name, q, given))
	if a.OK {
		return "it was answered"
	}
	return a.Error.Message
}

var (
	timed   = regexp.MustCompile(`"(elapsed_s|hands_per_s|workers|started|seed)": ?[^,}\n]+`)
	blanks  = regexp.MustCompile(`\s+`)
	numeral = regexp.MustCompile(`1e\+?999|\+Inf`)
)

// compare asks the same by flag and by message.
func compare(t *testing.T, s *protocol.Server, name string, q asked, given map[*params.Param]string, tried *params.Param) {
	t.Helper()
	line := slices.Clone(q.line)
	for _, p := range sorted(given) {
		line = append(line, "--"+p.Name+"="+given[p])
	}
	if name == "sheet" {
		line = append(line, "--format", "md")
	} else {
		line = append(line, "--json")
	}
	std, stdout, stderr := fakeIO(nil)
	code := run(t.Context(), std, line)
	text := message(name, q, given)
	a := answer(t, s, text)
	failed, _, _ := strings.Cut(strings.TrimPrefix(stderr.String(), "cardroom: "), "\n")
	switch {
	case code > 1 && a.OK:
		t.Errorf("%s: refused by the flag (%s), answered as %s", strings.Join(line, " "), failed, text)
	case code > 1:
		want := blanks.ReplaceAllString(numeral.ReplaceAllString(params.Spoken(failed), "1e999"), " ")
		got := blanks.ReplaceAllString(numeral.ReplaceAllString(a.Error.Message, "1e999"), " ")
		if !strings.Contains(want, got) && !strings.Contains(got, want) {
			t.Errorf("%s:\n   flag: %s\nmessage: %s", text, want, got)
		}
	case !a.OK:
		t.Errorf("%s: accepted by the flag, refused as %s: %s", strings.Join(line, " "), text, a.Error.Message)
	case given[tried] != "" && tried.Name == "time": // it depends on the machine
	case name != "sheet":
		one, two := timed.ReplaceAllString(stdout.String(), ""), timed.ReplaceAllString(string(a.Result), "")
		if one, two = blanks.ReplaceAllString(one, ""), blanks.ReplaceAllString(two, ""); one != two {
			t.Errorf("%s: another result by message\n%.600s\n%.600s", strings.Join(line, " "), one, two)
		}
	case name == "sheet" && tried.Name == "for" && !strings.HasPrefix(stdout.String(), a.Markdown[:min(len(a.Markdown), 200)]):
		t.Errorf("%s: another sheet by message", strings.Join(line, " "))
	}
}

// toolArguments returns the arguments of the tools, by tool.
func toolArguments(t *testing.T) map[string]map[string]bool {
	t.Helper()
	lines := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`
	std, stdout, stderr := fakeIO(nil)
	std.Stdin.Reader = strings.NewReader(lines)
	if code := runLine(t, std, "mcp"); code != 0 {
		t.Fatalf("mcp: %d %s", code, stderr)
	}
	out := map[string]map[string]bool{}
	for text := range strings.Lines(stdout.String()) {
		var m struct {
			Result struct {
				Tools []struct {
					Name        string
					InputSchema struct{ Properties map[string]any }
				}
			}
		}
		if json.Unmarshal([]byte(text), &m) != nil {
			continue
		}
		for _, tool := range m.Result.Tools {
			out[tool.Name] = map[string]bool{}
			for name := range tool.InputSchema.Properties {
				out[tool.Name][name] = true
			}
		}
	}
	return out
}
