package star

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Builtin describes one word of the language. The argument checks, the reference, completion, the static checks and the language
// server all use this description; there is no second list.
type Builtin struct {
	Name    string
	Group   string // chapter of the reference: "dealing", "betting", "house", …
	Doc     string // the first sentence is the summary
	Returns string // type of the result as printed, "" for None
	Example string // a script that loads by itself
	// On is the type whose method this is, "" for a function. The Name of a method is that type, a dot and the word:
	// "house.game". Values offer it through [Bound].
	On     string
	Params []Param
	Fn     func(c *Call) (starlark.Value, error) // a nil Value stands for None

	words *Words // the words it belongs to
}

// Param is one parameter of a Builtin. Parameters after a Rest parameter can only be given by keyword.
type Param struct {
	Name string
	// Type is the type as printed and as checked: names separated by " or ". Known names are any, None, int, float, number, bool,
	// string, bytes, list, tuple, dict, set and function; "list of T" takes a list or tuple of T; every other name is the type
	// name of a Value ("step", "ranking"). For Rest and KwRest it is the type of each argument.
	Type    string
	Default string   // Starlark source that may use Constants, as shown in the reference; "" = required
	Enum    []string // the allowed strings, also inside lists; nil = any
	// Min and Max limit ints, also inside lists. Both zero: no limits. Max = NoLimit: lower limit only.
	Min, Max int64
	Doc      string
	// Instead is the hint for a value of another type; "" means Doc.
	Instead string
	// Most limits the characters of a text and the items of a list; 0 means the general limit.
	Most int
	// Mixed: items of one list may be of any of the list types.
	Mixed  bool
	Rest   bool // takes all further positional arguments
	KwRest bool // takes all further keyword arguments

	typ typ
	def starlark.Value
}

// NoLimit as Param.Max means that only Min limits an int.
const NoLimit = math.MaxInt64

// Constant is a predeclared name that is not a function.
type Constant struct {
	Name, Group, Doc string
	Value            starlark.Value
}

// prepare checks the parameters and parses their types.
func (b *Builtin) prepare() {
	rest := false
	for i := range b.Params {
		p := &b.Params[i]
		p.typ = parseType(p.Type)
		if p.Mixed {
			// its list types as one, whose items may be of any of them
			var out typ
			var of []string
			for _, a := range p.typ {
				if a.list {
					of = append(of, a.name)
				} else {
					out = append(out, a)
				}
			}
			p.typ = append(out, alternative{strings.Join(of, "/"), true})
		}
		if p.Most == 0 && p.Name == "name" {
			p.Most = MaxName
		}
		switch {
		case (p.Rest || p.KwRest) && p.Default != "":
			panic(fmt.Sprintf("builtin %s: rest parameter %s cannot have a default", b.Name, p.Name))
		case p.Rest && rest:
			panic(fmt.Sprintf("builtin %s: two rest parameters", b.Name))
		case p.KwRest && i != len(b.Params)-1:
			panic(fmt.Sprintf("builtin %s: **%s must be the last parameter", b.Name, p.Name))
		}
		rest = rest || p.Rest
	}
}

// evalDefaults evaluates the source of each default, once for all calls. Plain ones need no interpreter: it would be a tenth of the time
// that a command takes to start.
func (b *Builtin) evalDefaults(env starlark.StringDict) {
	for i := range b.Params {
		p := &b.Params[i]
		if p.Default == "" {
			continue
		}
		v, err := starlark.Universe[p.Default], error(nil)
		if n, no := strconv.Atoi(p.Default); no == nil {
			v = starlark.MakeInt(n)
		} else if text, no := strconv.Unquote(p.Default); no == nil {
			v = starlark.String(text)
		} else if p.Default == "[]" {
			v = starlark.NewList(nil)
		} else if v == nil {
			v, err = starlark.EvalOptions(&syntax.FileOptions{}, &starlark.Thread{Name: "default of " + b.Name}, b.Name, p.Default, env)
		}
		if err != nil {
			panic(fmt.Sprintf("builtin %s: default of %s: %v", b.Name, p.Name, err))
		}
		v.Freeze()
		p.def = v
	}
}

// Bound returns the builtin as a method of a value; Call.On of its calls is on.
func (b *Builtin) Bound(on any) *starlark.Builtin {
	return starlark.NewBuiltin(b.Name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return b.callOn(thread, on, args, kwargs)
	})
}

// Signature returns the signature as the reference prints it: "bet(open = left_of_button, *, cap = None)".
func (b *Builtin) Signature() string {
	parts := make([]string, 0, len(b.Params))
	for _, p := range b.Params {
		switch {
		case p.Rest:
			parts = append(parts, "*"+p.Name)
		case p.KwRest:
			parts = append(parts, "**"+p.Name)
		case p.Default != "":
			parts = append(parts, p.Name+" = "+p.Default)
		default:
			parts = append(parts, p.Name)
		}
	}
	return b.Name + "(" + strings.Join(parts, ", ") + ")"
}

// Param returns the parameter of that name and its index, or nil.
func (b *Builtin) Param(name string) (*Param, int) {
	for i := range b.Params {
		if b.Params[i].Name == name {
			return &b.Params[i], i
		}
	}
	return nil, -1
}

// Keywords returns the names that can be used as keywords in a call.
func (b *Builtin) Keywords() []string {
	var names []string
	for _, p := range b.Params {
		if !p.Rest && !p.KwRest {
			names = append(names, p.Name)
		}
	}
	return names
}
