package star

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"cardroom/dsl/star/guard"

	"go.starlark.net/starlark"
)

// Limits of the arguments of words, and of what one script makes with words. A house has dozens of games and options.
const (
	MaxName    = 200    // characters of a name
	MaxWords   = 10_000 // characters of any other text argument
	MaxList    = 1_000  // items of a list argument
	MaxCites   = 100    // clauses that one object cites
	maxOptions = 1_000  // options that a script declares
	maxMade    = 10_000 // other objects that a script makes: steps, forced bets, rankings
)

// HookSteps limits the Starlark steps of one call of a script function during a hand: of a hook, or of a policy for one decision.
const HookSteps = 1_000_000

// allow returns the allowance of a call with its own step limit; the loader's options take precedence.
func (l *Loader) allow(steps uint64) guard.Allowance {
	if l == nil {
		return guard.Allowance{Steps: steps}
	}
	if l.options.MaxSteps > 0 {
		steps = l.options.MaxSteps
	}
	a := guard.Allowance{Steps: steps, Time: l.options.CallTimeout, Memory: l.options.Memory, Frozen: &l.frozen, OnLate: l.options.OnLate}
	if l.options.Done != nil {
		a.Over = l.over
	}
	return a
}

// Grouped formats a limit with thousands separators: "10,000".
func Grouped[N int | int64](n N) string {
	if n < 1000 {
		return strconv.FormatInt(int64(n), 10)
	}
	return fmt.Sprintf("%s,%03d", Grouped(n/1000), n%1000)
}

// Limits of the arguments and results of words. For Starlark each call of a word is a single step, whatever its arguments.

// wordItems is the work of calling a word while a script loads, in items. In a hook, word calls are what its steps are for.
const wordItems = 20 * guard.ItemsPerStep // about a microsecond

// MadeBytes is the size of what a word makes, in addition to its arguments.
const MadeBytes = 256

// checkSize returns an error for texts and lists that are too long, before their items are examined.
func (c *Call) checkSize(p *Param, v starlark.Value) *argError {
	if text, ok := v.(starlark.String); ok {
		return c.checkText(p.Name, text, p.most(false))
	}
	n := starlark.Len(v)
	list, isList := v.(starlark.Indexable)
	if !isList || n < 0 {
		return nil
	}
	if most := p.most(true); p.typ.takesList() && n > most {
		return c.argError(p.Name, fmt.Sprintf("a list of %d: the limit is %d", n, most), "")
	}
	c.Charge(2 * n)
	c.Bytes += n * guard.ItemBytes
	for i := range n {
		if text, ok := list.Index(i).(starlark.String); ok {
			if e := c.checkText(p.Name, text, MaxWords); e != nil {
				e.item = i
				return e
			}
		}
	}
	return nil
}

func (c *Call) checkText(param string, text starlark.String, most int) *argError {
	c.Charge(len(text) / guard.BytesPerItem)
	c.Bytes += len(text)
	if len(text) <= most { // in bytes, so there is no need to count characters
		return nil
	}
	if n := utf8.RuneCountInString(string(text)); n > most {
		return c.argError(param, fmt.Sprintf("a text of %d characters: the limit is %d", n, most), "")
	}
	return nil
}

// most returns the maximum number of items of a list argument, or of characters of a text.
func (p *Param) most(list bool) int {
	switch {
	case p.Most > 0 && list == p.typ.takesList():
		return p.Most
	case list:
		return MaxList
	}
	return MaxWords
}

// takesList reports whether the type includes lists of a single item type. Other lists hold whatever a script likes.
func (t typ) takesList() bool {
	return slices.ContainsFunc(t, func(a alternative) bool { return a.list })
}

// made counts a value that a word has made while its script loads.
func (c *Call) made(s *session, v starlark.Value) error {
	value, ok := v.(opaque)
	if s.module == nil || !ok {
		return nil
	}
	typ, most := value.Type(), maxMade
	if n, ok := s.loader.words.list.Most[typ]; ok {
		most = n
	}
	if most == AnyNumber {
		return nil
	}
	if s.made == nil {
		s.made = map[string]int{}
	}
	if s.made[typ]++; s.made[typ] > most {
		return &guard.LimitError{Msg: fmt.Sprintf("too many values of type %s, the limit of a script is %d", typ, most)}
	}
	s.bytes += uint64(MadeBytes + c.Bytes)
	return nil
}

// Charge charges for work on arguments. A call that is only checked has no thread, and is not charged.
func (c *Call) Charge(items int) {
	if c.Thread != nil {
		guard.Charge(c.Thread, items)
	}
}
