package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/desk"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/dsl/protocol"
	"cardroom/engine/diag"
)

// tool is a tool: a message with some of its fields.
type tool struct {
	name, title, doc string
	message          string // "" if it equals the name
	args             []*params.Param
	required         []string // arguments
	shows            string   // the field of the answer shown as text; "" shows the answer as JSON
	changes          bool     // the tool changes a table
}

// Arguments of several tools about tables.
var (
	theTable = &params.Param{Name: "table", Kind: params.Whole, Doc: "the number that deal returned"}
	theText  = &params.Param{Name: "script", Kind: params.Text, Doc: "the text of the script"}
)

// seat returns the argument of a seat.
func seat(doc string) *params.Param {
	return &params.Param{Name: "seat", Kind: params.Whole, Doc: doc, Min: -1}
}

// whole and text return arguments of those types.
func whole(name, doc string) *params.Param {
	return &params.Param{Name: name, Kind: params.Whole, Doc: doc}
}

func text(name, doc string, values ...string) *params.Param {
	return &params.Param{Name: name, Kind: params.Text, Doc: doc, Values: values}
}

// argumentsOf returns the arguments of a tool that does what a command does.
func argumentsOf(message string) (out []*params.Param) {
	for _, p := range desk.Messages()[message].Params {
		if p.Refused == "" {
			out = append(out, p)
		}
	}
	return out
}

// played returns the arguments of simulate that the message new has too: which hand is dealt.
func played() (out []*params.Param) {
	for _, p := range argumentsOf("simulate") {
		if p.Name != "hand" && slices.Contains(protocol.Dealt, p.Field()) {
			out = append(out, p)
		}
	}
	return out
}

// tools lists all tools.
var tools = sync.OnceValue(func() []tool {
	return []tool{
		{name: "games", title: "List games", doc: "List the games that can be dealt: the houses' games with their names and numbers of players."},
		{
			name: "rules", title: "Rule sheet", doc: "The rule sheet of a game as Markdown: for players, or in full for the floor.", message: "sheet", shows: "markdown", args: argumentsOf("sheet"),
		},
		{name: "source", title: "Script of a game", doc: "The script that defines a game, for you to change and check.", args: []*params.Param{text("game", "a game from the tool games, such as angies/holdem")}},
		{
			name: "deal", title: "Deal a hand", doc: "Deal a hand at a new table. Returns the table's number, whose turn it is and what that seat may do.", message: "new", changes: true,
			args: append(played(), whole("hand", "the number of the hand, from 1"), whole("button", "the seat of the button")),
		},
		{
			name: "act", title: "Act", doc: "Take the action of the seat whose turn it is, in a player's words: fold, check, call, bet 4, raise to 12, all in, draw Ah 7c. A refused action changes nothing.", changes: true,
			args: []*params.Param{theTable, text("action", "what the player says"), seat("refuse the action unless it is the turn of this seat")}, required: []string{"table", "action"},
		},
		{
			name: "view", title: "Look at a table", doc: "A table as a seat sees it: board, pot, stacks, cards, and what the dealer has said.",
			args: []*params.Param{theTable, seat("the seat that looks; 0 sees only open cards, -1 all cards"), whole("since", "include what was said since this action")}, required: []string{"table"},
		},
		{
			name: "undo", title: "Step back", doc: "Take back actions at a table.", changes: true,
			args: []*params.Param{theTable, whole("count", "number of actions (default 1)")}, required: []string{"table"},
		},
		{
			name: "explain", title: "Explain a table", doc: "Why the table is as it is: whose turn, what may be bet, who has what in which pot, who won.", shows: "lines",
			args:     []*params.Param{theTable, text("topic", "what to explain", "turn", "bet", "pot", "award", "ruling"), seat("include only what this seat knows")},
			required: []string{"table"},
		},
		{
			name: "check", title: "Check a script", doc: "Find the faults of a script without playing it, with positions and hints, and list the games it defines.",
			args: []*params.Param{theText}, required: []string{"script"},
		},
		{name: "format", title: "Format a script", doc: "Format a script in the standard layout.", shows: "text", args: []*params.Param{theText}, required: []string{"script"}},
		{
			name: "odds", title: "Odds", doc: "The equity of hands and ranges: exact if that is little work, otherwise sampled.", args: argumentsOf("odds"), required: []string{"hands"},
		},
		{
			name: "simulate", title: "Simulate hands", doc: "Play many hands and sum them up: what each seat wins per hand, and how far that can be off.", shows: "result", args: argumentsOf("simulate"),
		},
		{
			name: "solve", title: "Solve a small game", doc: "Best play in a small version of a game, and what it is worth to each seat.", shows: "result", args: argumentsOf("solve"),
		},
		{
			name: "diff", title: "Compare two games", doc: "Compare two games, or one game with two settings of its options: first the rules, then the results on identical deals.", shows: "result", args: argumentsOf("diff"),
		},
		{
			name: "test", title: "Run rule tests", doc: "Run the tests of a script, or those of the house of a game.", shows: "result", args: argumentsOf("test"),
		},
		{
			name: "doc", title: "Look up the language", doc: "Look up a word of the scripting language, a code of a fault, a topic (how, security, ranges), or search for words.", shows: "markdown",
			args: []*params.Param{text("name", "the word, or words to search for")}, required: []string{"name"},
		},
	}
})

// schema returns the JSON schema of a tool's arguments.
func (t *tool) schema() map[string]any {
	properties := map[string]any{}
	for i := range t.args {
		properties[t.args[i].Field()] = t.args[i].Schema()
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(t.required) > 0 {
		s["required"] = t.required
	}
	return s
}

// toolList describes all tools.
func toolList() (out []any) {
	for i := range tools() {
		t := &tools()[i]
		out = append(out, map[string]any{
			"name": t.name, "title": t.title, "description": t.doc, "inputSchema": t.schema(),
			"annotations": map[string]any{"readOnlyHint": !t.changes, "destructiveHint": false, "openWorldHint": false},
		})
	}
	return out
}

// toolCall holds the parameters of a call.
type toolCall struct {
	Name      string                     `json:"name"`
	Arguments map[string]json.RawMessage `json:"arguments"`
	Meta      struct {
		ProgressToken json.RawMessage `json:"progressToken"`
	} `json:"_meta"`
}

// callTool calls a tool. If the tool refuses the call, the result is an error that a model can read.
func (s *server) callTool(ctx context.Context, r *request) (any, error) {
	var p toolCall
	if err := json.Unmarshal(r.Params, &p); err != nil {
		return nil, wrong(wrongParams, "tools/call needs a name and arguments: %v", err)
	}
	i := slices.IndexFunc(tools(), func(t tool) bool { return t.name == p.Name })
	if i < 0 {
		var names []string
		for _, t := range tools() {
			names = append(names, t.name)
		}
		return nil, wrong(wrongParams, "unknown tool %.60q%s", p.Name, didYouMean(p.Name, names))
	}
	t := &tools()[i]
	message, err := t.messageOf(p.Arguments)
	if err != nil {
		return nil, err
	}
	fields, err := s.ask(ctx, message, func(part float64, note string) { s.progress(p.Meta.ProgressToken, part, note) })
	if err != nil {
		return nil, err
	}
	if fault := faultOf(fields); fault != "" {
		return map[string]any{"content": content(fault), "isError": true}, nil
	}
	// The result of a tool: readable text, and the answer as data.
	for _, name := range []string{"schema", "ok", "id", "html", "style"} {
		delete(fields, name)
	}
	shown := ""
	var lines []string
	switch value := fields[t.shows]; {
	case value == nil:
	case json.Unmarshal(value, &shown) == nil:
	case json.Unmarshal(value, &lines) == nil:
		shown = strings.Join(lines, "\n")
	default:
		shown = string(value)
	}
	if t.shows == "" {
		all, err := json.Marshal(fields)
		if err != nil {
			return nil, err
		}
		shown = string(all)
	}
	return map[string]any{"content": content(shown), "structuredContent": fields, "isError": false}, nil
}

// didYouMean returns a hint with the name that the client probably meant.
func didYouMean(name string, names []string) string {
	if best := diag.Meant(name, names); best != "" {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return ": there are " + strings.Join(names, ", ")
}

// messageOf returns the message of a call.
func (t *tool) messageOf(given map[string]json.RawMessage) (map[string]any, error) {
	args := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(t.args, func(p *params.Param) bool { return p.Field() == name })
		if i < 0 {
			var names []string
			for i := range t.args {
				names = append(names, t.args[i].Field())
			}
			return nil, wrong(wrongParams, "%s has no argument %.60q%s", t.name, name, didYouMean(name, names))
		}
		if _, err := t.args[i].FromJSON(given[name]); err != nil {
			return nil, wrong(wrongParams, "%s: %s", t.name, params.Spoken(err.Error()))
		}
		args[name] = given[name]
	}
	for _, name := range t.required {
		if args[name] == nil {
			i := slices.IndexFunc(t.args, func(p *params.Param) bool { return p.Field() == name })
			return nil, wrong(wrongParams, "%s needs the argument %q: %s", t.name, name, t.args[i].Plain())
		}
	}
	message := args
	do := cmp.Or(t.message, t.name)
	if within := desk.Messages()[do].Within; within != "" {
		message = map[string]any{within: args}
	}
	message["do"] = do
	return message, nil
}

// content returns a text as content of a result.
func content(words string) []any { return []any{map[string]any{"type": "text", "text": words}} }

// progress reports the progress of a call to the client, if the client asked for it.
func (s *server) progress(token json.RawMessage, part float64, note string) {
	if token == nil {
		return
	}
	s.write(map[string]any{
		"jsonrpc": "2.0", "method": "notifications/progress",
		"params": map[string]any{"progressToken": token, "progress": part, "total": 1, "message": note},
	})
}
