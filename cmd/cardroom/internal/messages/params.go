package messages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/protocol"
	"cardroom/engine/diag"
	"cardroom/engine/files"
)

// Message is a message that does what a command does.
type Message struct {
	Command string // of the program
	Within  string // the field that holds the parameters; "" for the message itself
	Params  []*params.Param
}

// subject is what a message is about: what a command takes as its argument.
type subject struct{ game, script, against, tests string }

// The parameters of a subject.
var (
	theGame    = &params.Param{Name: "game", Doc: "a game of a house, such as angies/holdem; with script, a game in it", Kind: params.Text, Example: "mixed/nt"}
	theScript  = &params.Param{Name: "script", Doc: "the text of a script, in place of a game", Kind: params.Text}
	theAgainst = &params.Param{Name: "against", Doc: "the second game; without it set is for the second rule set of one game", Kind: params.Text}
	theTests   = &params.Param{Name: "tests", Doc: "the text of tests of the script", Kind: params.Text}
)

// rows returns the rows of a message: its subject and then the parameters of the command.
func rows[O any](own []params.Row[O], of ...*params.Param) (out []params.Row[told[O]]) {
	for _, p := range of {
		out = append(out, params.Row[told[O]]{Param: p, At: func(o *told[O]) any {
			return map[string]*string{"game": &o.subject.game, "script": &o.subject.script, "against": &o.subject.against, "tests": &o.subject.tests}[p.Name]
		}})
	}
	return append(out, params.Group(func(o *told[O]) *O { return &o.options }, own)...)
}

type told[O any] struct {
	subject subject
	options O
}

// The rows of the messages.
var (
	simulateRows = sync.OnceValue(func() []params.Row[told[runs.Options]] { return rows(runs.Rows, theGame, theScript) })
	solveRows    = sync.OnceValue(func() []params.Row[told[solving.Options]] { return rows(solving.Rows, theGame, theScript) })
	diffRows     = sync.OnceValue(func() []params.Row[told[author.DiffOptions]] {
		return rows(append(slices.Clone(author.DiffRows), params.Row[author.DiffOptions]{Param: solving.CompareRows[0].Param, At: func(*author.DiffOptions) any { return params.Truth }}), theGame, theScript, theAgainst)
	})
	testRows = sync.OnceValue(func() []params.Row[told[author.TestOptions]] {
		return rows(author.TestRows, theGame, theScript, theTests)
	})
	sheetRows = sync.OnceValue(func() []params.Row[told[author.RulesOptions]] { return rows(author.RulesRows, theGame, theScript) })
)

// Messages returns the messages that do what a command does, by name.
var Messages = sync.OnceValue(func() map[string]Message {
	return map[string]Message{
		"odds":     {Command: "odds", Within: "spec", Params: params.Params(equity.Rows)},
		"simulate": {Command: "run", Params: params.Params(simulateRows())},
		"solve":    {Command: "solve", Params: params.Params(solveRows())},
		"diff":     {Command: "diff", Params: params.Params(diffRows())},
		"test":     {Command: "test", Params: params.Params(testRows())},
		"sheet":    {Command: "rules", Params: params.Params(sheetRows())},
	}
})

// parameters lists the parameters of a message.
func (d *Desk) parameters(_ context.Context, r *protocol.Request, a *protocol.Answer, _ protocol.Progress) error {
	m, ok := Messages()[r.Name]
	if !ok {
		return refuse(protocol.Unknown, "there are "+strings.Join(slices.Sorted(maps.Keys(Messages())), ", "), "no message %.60q does what a command does", r.Name)
	}
	for i := range m.Params {
		p := m.Params[i]
		if p.Refused != "" {
			continue
		}
		out := protocol.Parameter{Name: p.Field(), Kind: string(p.Kind), About: p.Plain(), Default: cmp.Or(p.Shown, p.Default), Values: p.Values}
		if low, high := p.Bounds(); p.Kind == params.Whole || p.Kind == params.Number {
			out.Least, out.Most = low, high
		}
		a.Parameters = append(a.Parameters, out)
	}
	return nil
}

// Parameters lists the parameters of all messages that do what a command does, as Markdown.
func Parameters() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(Messages())) {
		m := Messages()[name]
		in := ""
		if m.Within != "" {
			in = ", in `" + m.Within + "`"
		}
		fmt.Fprintf(&b, "## Parameters of `%s`%s\n\n", name, in)
		for i := range m.Params {
			p := m.Params[i]
			switch {
			case p.Refused != "":
				fmt.Fprintf(&b, "* `%s`: refused, because %s.\n", p.Field(), p.Refused)
			case p.Most > 0:
				fmt.Fprintf(&b, "* `%s`, %s: %s; at most %s.\n", p.Field(), p.Wanted(), p.Plain(), term.Grouped(int64(p.Most)))
			default:
				fmt.Fprintf(&b, "* `%s`, %s: %s.\n", p.Field(), p.Wanted(), p.Plain())
			}
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// read reads a message into options, and says how it may not be given.
func read[O any](rows []params.Row[O], fields map[string]json.RawMessage, o *O) (params.Given, error) {
	given, err := params.Read(rows, o, params.Object(fields), true)
	return given, spoken(err)
}

// spoken returns an error of a command as the refusal of a message: with names of fields instead of flags.
func spoken(err error) error {
	var limit *params.Limit
	if errors.As(err, &limit) {
		code := protocol.Unknown
		if limit.Number {
			code = protocol.Limited
		}
		return refuse(code, "", "%s", params.Spoken(limit.Msg))
	}
	if u := diag.AsUsage(err); u != nil {
		return refuse(protocol.Illegal, params.Spoken(u.Hint), "%s", params.Spoken(u.Msg))
	}
	if e := diag.AsInCards(err); e != nil {
		return refuse(protocol.Illegal, e.Hint, "%v", err)
	}
	return err
}

// spec returns the fields of the object that a field holds.
func spec(r *protocol.Request, name string) (fields map[string]json.RawMessage, err error) {
	raw, ok := r.Rest[name]
	if !ok {
		return nil, nil
	}
	if err := files.Unmarshal(raw, &fields); err != nil {
		return nil, refuse(protocol.Malformed, "", "%s: %v", name, err)
	}
	message := Messages()[r.Do]
	var known []string
	for i := range message.Params {
		known = append(known, message.Params[i].Field())
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, field) {
			hint := ""
			if near := diag.Meant(field, known); near != "" {
				hint = "did you mean \"" + near + "\"?"
			}
			return nil, refuse(protocol.Malformed, hint, "%s has no field %.60q", name, field)
		}
	}
	return fields, nil
}
