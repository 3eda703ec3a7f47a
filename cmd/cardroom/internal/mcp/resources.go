package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"cardroom/dsl/protocol"
)

// scheme is the prefix of resource addresses: cardroom://rules/angies/holdem.
const scheme = "cardroom://"

// markdown is the media type of resources other than scripts.
const markdown = "text/markdown"

// templates describe the resources that are too many to list.
var templates = []any{
	map[string]any{"uriTemplate": scheme + "rules/{game}", "name": "rules", "title": "Rule sheet of a game", "mimeType": markdown},
	map[string]any{"uriTemplate": scheme + "source/{game}", "name": "source", "title": "Script of a game", "mimeType": "text/x-starlark"},
	map[string]any{"uriTemplate": scheme + "reference/{name}", "name": "reference", "title": "A word or topic of the language", "mimeType": markdown},
}

// topics are the pages of the reference that are listed.
var topics = [][2]string{
	{"how", "From a player's words to the language"},
	{"house", "Houses and games"},
	{"dealing", "Dealing cards"},
	{"betting", "Betting rounds"},
	{"rankings", "Rankings of hands"},
	{"showdown", "Showdown and award"},
	{"floor", "Irregularities"},
	{"tests", "Tests of rules"},
	{"policy", "How scripts play a seat"},
	{"ranges", "How to write cards, hands and ranges"},
	{"security", "What a script can do"},
}

// resources lists the readable resources: the books of houses, rule sheets, and pages of the reference.
func (s *server) resources() (any, error) {
	fields, err := s.ask(context.Background(), map[string]any{"do": "games"}, func(float64, string) {})
	if err != nil {
		return nil, err
	}
	var games []protocol.Game
	if err := json.Unmarshal(fields["games"], &games); err != nil {
		return nil, err
	}
	list := []any{}
	add := func(uri, title string) {
		list = append(list, map[string]any{"uri": scheme + uri, "name": uri, "title": title, "mimeType": markdown})
	}
	for _, topic := range topics {
		add("reference/"+topic[0], topic[1])
	}
	var houses []string
	for _, g := range games {
		house, _, _ := strings.Cut(g.Game, "/")
		if !slices.Contains(houses, house) {
			houses = append(houses, house)
			add("houses/"+house, "All games of "+house)
		}
		add("rules/"+g.Game, g.Name+": rule sheet of "+house)
	}
	return map[string]any{"resources": list}, nil
}

// readResource reads a resource.
func (s *server) readResource(ctx context.Context, r *request) (any, error) {
	var p struct {
		URI string `json:"uri"`
	}
	if err := json.Unmarshal(r.Params, &p); err != nil || p.URI == "" {
		return nil, wrong(wrongParams, "resources/read needs a uri")
	}
	rest, ours := strings.CutPrefix(p.URI, scheme)
	what, name, _ := strings.Cut(rest, "/")
	name, bad := url.PathUnescape(name)
	var message map[string]any
	field, kind := "markdown", markdown
	switch {
	case !ours || bad != nil || name == "":
	case what == "rules" || what == "houses" && !strings.Contains(name, "/"):
		message = map[string]any{"do": "sheet", "game": name, "for": "floor"}
	case what == "reference":
		message = map[string]any{"do": "doc", "name": name}
	case what == "source":
		message, field, kind = map[string]any{"do": "source", "game": name}, "source", "text/x-starlark"
	}
	if message == nil {
		return nil, &rpcError{Code: unknownThing, Message: "no such resource", Data: map[string]any{"uri": p.URI}}
	}
	fields, err := s.ask(ctx, message, func(float64, string) {})
	if err != nil {
		return nil, err
	}
	if fault := faultOf(fields); fault != "" {
		return nil, &rpcError{Code: unknownThing, Message: fault, Data: map[string]any{"uri": p.URI}}
	}
	var text string
	if field == "source" {
		var source protocol.Source
		err = json.Unmarshal(fields[field], &source)
		text = source.Text
	} else {
		err = json.Unmarshal(fields[field], &text)
	}
	return map[string]any{"contents": []any{map[string]any{"uri": p.URI, "mimeType": kind, "text": text}}}, err
}

// prompts are suggested first questions: name, title, argument, description, and the text, in which %s is the argument.
var prompts = []struct{ name, title, argument, about, text string }{
	{
		"write_game", "Write a game as a script", "game", "the rules in a player's words",
		"Write a script for cardroom that plays this game: %s\n\nRead the tool doc with the name \"how\" first, and the source of a game that is close. Then check the script, deal a hand with it, play it to the end, and show the rule sheet for players.",
	},
	{
		"explain_rule", "Explain a rule of a house", "question", "the question, with the game or house",
		"Answer this question from the rule sheet (tool rules, for the floor) and cite the clause: %s",
	},
}

// promptList describes all prompts.
func promptList() (out []any) {
	for _, p := range prompts {
		out = append(out, map[string]any{"name": p.name, "title": p.title, "arguments": []any{map[string]any{"name": p.argument, "description": p.about, "required": true}}})
	}
	return out
}
