// This file contains what the words of all kinds of games share: parameters, amounts, lists, and cards and seats as script
// values.

package dsl

import (
	"fmt"
	"slices"

	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// documented is a script function that rule sheets quote.
type documented struct {
	F      starlark.Callable
	Loader *star.Loader // of the script, to quote its lines in errors; may be nil
	Text   string       // what sheets say instead of its docstring, "" for nothing else
}

func (d *documented) Name() string { return d.F.Name() }

// Script returns the function and its loader.
func (d *documented) Script() (starlark.Callable, *star.Loader) { return d.F, d.Loader }

// Doc returns its docstring, or the text that replaces it.
func (d *documented) Doc() string {
	if d.Text != "" {
		return d.Text
	}
	if f, ok := d.F.(*starlark.Function); ok {
		return f.Doc()
	}
	return ""
}

// truth returns 1 for true and 0 for false.
func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// cardTexts are the cards as script values.
var cardTexts = func() (out [cards.Unknown + 1]starlark.Value) {
	for c := range out {
		out[c] = starlark.String(cards.Card(c).String())
	}
	return out
}()

// Cards returns a list of cards.
func Cards(cs []cards.Card) starlark.Value {
	out := make([]starlark.Value, len(cs))
	for i, c := range cs {
		out[i] = cardTexts[min(c, cards.Unknown)]
	}
	return starlark.NewList(out)
}

// Seats returns a list of seats, counted from 1.
func Seats(m betting.Set) starlark.Value {
	var out []starlark.Value
	for ; m != 0; m &= m - 1 {
		out = append(out, starlark.MakeInt(m.First()+1))
	}
	return starlark.NewList(out)
}

// List returns the items of a list; any other value counts as a list of one.
func List(v starlark.Value) []starlark.Value {
	if list, ok := star.Items(v); ok {
		return slices.Clone(list)
	}
	return []starlark.Value{v}
}

// texts returns a text or a list of texts as a slice; nil for anything else.
func texts(v starlark.Value) (out []string) {
	if s, ok := starlark.AsString(v); ok {
		return []string{s}
	}
	list, ok := v.(starlark.Indexable)
	if !ok {
		return nil
	}
	for i := range list.Len() {
		s, ok := starlark.AsString(list.Index(i))
		if !ok {
			return nil
		}
		out = append(out, s)
	}
	return out
}

// fewestAndMost reads a number of cards, or a minimum and a maximum; None means any number.
func fewestAndMost(c *star.Call, param string, v starlark.Value) (least, most uint8, err error) {
	if v == nil || v == starlark.None {
		return 0, rank.AnyNumber, nil
	}
	pair := starlark.Tuple{v, v}
	if t, ok := v.(starlark.Tuple); ok && len(t) == 2 {
		pair = t
	}
	var n [2]int
	for i, item := range pair {
		if n[i], err = starlark.AsInt32(item); err != nil || n[i] < 0 || n[i] > rank.AnyNumber {
			return 0, 0, c.HintErrorf(param, "2, or (0, 2)", "got %s, want a number of cards from 0 to %d, or the fewest and the most", v, rank.AnyNumber)
		}
	}
	if n[0] > n[1] {
		return 0, 0, c.HintErrorf(param, fmt.Sprintf("(%d, %d)", n[1], n[0]), "got %s: the fewest come first", v)
	}
	return uint8(n[0]), uint8(n[1]), nil
}
