package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"cardroom/engine/diag"
)

// kind is the type of a tool's argument.
type kind string

const (
	text    kind = "string"
	whole   kind = "integer"
	number  kind = "number"
	truth   kind = "boolean"
	texts   kind = "array"  // strings
	choices kind = "object" // options and their values, as strings
)

// argument is an argument of a tool.
type argument struct {
	name     string
	kind     kind
	doc      string
	required bool
	values   []string // allowed values; nil allows any
}

// tool is a tool: a message with some of its fields.
type tool struct {
	name, title, doc string
	message          string // "" if it equals the name
	args             []argument
	within           string // the field of the message that holds the arguments; "" for the message itself
	shows            string // the field of the answer shown as text; "" shows the answer as JSON
	changes          bool   // the tool changes a table
}

// Arguments shared by several tools.
var (
	theGame   = argument{name: "game", kind: text, doc: "a game from the tool games, such as angies/holdem; with script, a game in it"}
	theScript = argument{name: "script", kind: text, doc: "the text of a script, in place of a game"}
	theSet    = argument{name: "set", kind: choices, doc: "options of the game by name, such as {\"sevens\": \"void\"}"}
	theStakes = argument{name: "stakes", kind: text, doc: "such as 2-4 or nl 1-2 (default: the house's)"}
	theSeats  = argument{name: "seats", kind: whole, doc: "number of players"}
	theStack  = argument{name: "stack", kind: text, doc: "chips of each player, such as 100bb or 200,50,50"}
	theSeed   = argument{name: "seed", kind: whole, doc: "the same seed deals the same cards"}
	theTable  = argument{name: "table", kind: whole, doc: "the number that deal returned", required: true}
	theText   = argument{name: "script", kind: text, doc: "the text of the script", required: true}
)

// tools lists all tools.
var tools = []tool{
	{name: "games", title: "List games", doc: "List the games that can be dealt: the houses' games with their names and numbers of players."},
	{
		name: "rules", title: "Rule sheet", doc: "The rule sheet of a game as Markdown: for players, or in full for the floor.", message: "sheet", shows: "markdown",
		args: []argument{theGame, theScript, theSet, theStakes, {name: "for", kind: text, doc: "players or floor", values: []string{"players", "floor"}}},
	},
	{name: "source", title: "Script of a game", doc: "The script that defines a game, for you to change and check.", args: []argument{theGame}},
	{
		name: "deal", title: "Deal a hand", doc: "Deal a hand at a new table. Returns the table's number, whose turn it is and what that seat may do.", message: "new", changes: true,
		args: []argument{theGame, theScript, theSet, theStakes, theSeats, theStack, theSeed, {name: "hand", kind: whole, doc: "the number of the hand, from 1"}, {name: "button", kind: whole, doc: "the seat of the button"}},
	},
	{
		name: "act", title: "Act", doc: "Take the action of the seat whose turn it is, in a player's words: fold, check, call, bet 4, raise to 12, all in, draw Ah 7c. A refused action changes nothing.", changes: true,
		args: []argument{theTable, {name: "action", kind: text, doc: "what the player says", required: true}, {name: "seat", kind: whole, doc: "refuse the action unless it is the turn of this seat"}},
	},
	{
		name: "view", title: "Look at a table", doc: "A table as a seat sees it: board, pot, stacks, cards, and what the dealer has said.",
		args: []argument{theTable, {name: "seat", kind: whole, doc: "the seat that looks; 0 sees only open cards, -1 all cards"}, {name: "since", kind: whole, doc: "include what was said since this action"}},
	},
	{name: "undo", title: "Step back", doc: "Take back actions at a table.", changes: true, args: []argument{theTable, {name: "count", kind: whole, doc: "number of actions (default 1)"}}},
	{
		name: "explain", title: "Explain a table", doc: "Why the table is as it is: whose turn, what may be bet, who has what in which pot, who won.", shows: "lines",
		args: []argument{theTable, {name: "topic", kind: text, doc: "what to explain", values: []string{"turn", "bet", "pot", "award", "ruling"}}, {name: "seat", kind: whole, doc: "include only what this seat knows"}},
	},
	{name: "check", title: "Check a script", doc: "Find the faults of a script without playing it, with positions and hints, and list the games it defines.", args: []argument{theText}},
	{name: "format", title: "Format a script", doc: "Format a script in the standard layout.", shows: "text", args: []argument{theText}},
	{
		name: "odds", title: "Odds", doc: "The equity of hands and ranges: exact if that is little work, otherwise sampled.", within: "spec",
		args: []argument{
			{name: "hands", kind: texts, doc: "cards such as AhKh, ranges such as QQ+,AKs or 15%, or random", required: true},
			{name: "game", kind: text, doc: "the game (default mixed/nt, hold'em)"},
			theSet,
			{name: "board", kind: text, doc: "cards on the board, such as 2c7d9h"},
			{name: "dead", kind: text, doc: "dead cards"},
			{name: "put", kind: text, doc: "chips that each hand has put in, such as 20,100,80"},
			{name: "draw", kind: text, doc: "how the hands draw: best, pat, pairs, low, badugi, cards; one for all or a list"},
			{name: "made", kind: truth, doc: "how often each hand ends as a pair, a straight and so on"},
			{name: "nuts", kind: truth, doc: "the best hands on the board, instead of equity"},
			{name: "next", kind: truth, doc: "the best and worst cards that can come, instead of equity"},
			{name: "exact", kind: truth, doc: "compute exactly, no matter how long it takes"},
			{name: "samples", kind: whole, doc: "sample this many deals"},
			theSeed,
		},
	},
	{
		name: "simulate", title: "Simulate hands", doc: "Play many hands and sum them up: what each seat wins per hand, with the standard error.", shows: "result",
		args: []argument{
			theGame, theScript, theSet, theStakes, theSeats, theStack, theSeed,
			{name: "hands", kind: whole, doc: "number of hands (default 10000)"},
			{name: "policy", kind: text, doc: "how the seats play: random, call, tight, loose, station, maniac or table; 3=tight for one seat"},
		},
	},
	{
		name: "solve", title: "Solve a small game", doc: "Best play in a small version of a game, and what it is worth to each seat.", shows: "result",
		args: []argument{
			theGame, theScript, theSet,
			{name: "size", kind: text, doc: "kuhn (one round of betting) or leduc (two)"},
			{name: "iterations", kind: whole, doc: "stop after this many"},
			{name: "until", kind: number, doc: "stop when the exploitability is at most this many antes"},
		},
	},
	{name: "doc", title: "Look up the language", doc: "Look up a word of the scripting language, a code of a fault, a topic (how, security, ranges), or search for words.", shows: "markdown", args: []argument{{name: "name", kind: text, doc: "the word, or words to search for", required: true}}},
}

// schema returns the JSON schema of a tool's arguments.
func (t *tool) schema() map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, a := range t.args {
		p := map[string]any{"type": a.kind, "description": a.doc}
		switch {
		case a.kind == texts:
			p["items"] = map[string]any{"type": text}
		case a.kind == choices:
			p["additionalProperties"] = map[string]any{"type": text}
		case a.values != nil:
			p["enum"] = a.values
		}
		properties[a.name] = p
		if a.required {
			required = append(required, a.name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// toolList describes all tools.
func toolList() (out []any) {
	for i := range tools {
		t := &tools[i]
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
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == p.Name })
	if i < 0 {
		var names []string
		for _, t := range tools {
			names = append(names, t.name)
		}
		return nil, wrong(wrongParams, "unknown tool %.60q%s", p.Name, didYouMean(p.Name, names))
	}
	t := &tools[i]
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
	return t.result(fields)
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
		i := slices.IndexFunc(t.args, func(a argument) bool { return a.name == name })
		if i < 0 {
			var names []string
			for _, a := range t.args {
				names = append(names, a.name)
			}
			return nil, wrong(wrongParams, "%s has no argument %.60q%s", t.name, name, didYouMean(name, names))
		}
		if err := t.args[i].check(given[name]); err != nil {
			return nil, wrong(wrongParams, "%s: %v", t.name, err)
		}
		args[name] = given[name]
	}
	for _, a := range t.args {
		if a.required && args[a.name] == nil {
			return nil, wrong(wrongParams, "%s needs the argument %q: %s", t.name, a.name, a.doc)
		}
	}
	message := args
	if t.within != "" {
		message = map[string]any{t.within: args}
	}
	message["do"] = t.name
	if t.message != "" {
		message["do"] = t.message
	}
	return message, nil
}

// check returns an error if the value has the wrong type.
func (a *argument) check(value json.RawMessage) error {
	var ok bool
	switch a.kind {
	case text:
		var v *string
		ok = json.Unmarshal(value, &v) == nil && v != nil
		if ok && a.values != nil && !slices.Contains(a.values, *v) {
			return fmt.Errorf("%s must be %s, not %.40q", a.name, strings.Join(a.values, " or "), *v)
		}
	case whole:
		var v *float64
		ok = json.Unmarshal(value, &v) == nil && v != nil && *v == math.Trunc(*v)
	case number:
		var v *float64
		ok = json.Unmarshal(value, &v) == nil && v != nil
	case truth:
		var v *bool
		ok = json.Unmarshal(value, &v) == nil && v != nil
	case texts:
		var v []string
		ok = json.Unmarshal(value, &v) == nil && v != nil
	case choices:
		var v map[string]string
		ok = json.Unmarshal(value, &v) == nil && v != nil
	}
	if !ok {
		return fmt.Errorf("%s must be %s, not %.40s", a.name, map[kind]string{
			text: "a text", whole: "a whole number", number: "a number", truth: "true or false", texts: "a list of strings", choices: "an object of strings",
		}[a.kind], value)
	}
	return nil
}

// result returns the result of a tool: readable text, and the answer as data.
func (t *tool) result(fields map[string]json.RawMessage) (any, error) {
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

// content returns a text as content of a result.
func content(text string) []any { return []any{map[string]any{"type": "text", "text": text}} }

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
