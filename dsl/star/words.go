package star

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/engine/order"

	"go.starlark.net/starlark"
)

// Words are all words of a language beyond Starlark itself, and what is known of each. They are complete when they are made.
type Words struct {
	list      WordList // sorted
	builtins  map[string]*Builtin
	constants map[string]*Constant
	env       starlark.StringDict // see Predeclared
	compiled  starlark.StringDict // what compiled scripts refer to: the same, and the operators that no script can name
}

// WordList is what words are made of.
type WordList struct {
	Builtins  []*Builtin
	Constants []*Constant
	// Attributes are those of the values that functions of scripts are asked with.
	Attributes []Attribute
	// Most is how many values of a type a script may make, where that is not what all types have; AnyNumber of values that it
	// makes to look at them, and that nothing keeps.
	Most map[string]int
	// Elsewhere is what to write for words that the language does not have, and for fields that values of a type do not have, by
	// the name of the type.
	Elsewhere map[string]string
}

// Add takes in the words of another list.
func (l *WordList) Add(more WordList) {
	l.Builtins = append(l.Builtins, more.Builtins...)
	l.Constants = append(l.Constants, more.Constants...)
	l.Attributes = append(l.Attributes, more.Attributes...)
	if l.Elsewhere == nil {
		l.Elsewhere = map[string]string{}
	}
	maps.Copy(l.Elsewhere, more.Elsewhere)
}

// AnyNumber in WordList.Most bounds nothing.
const AnyNumber = -1

// bare is Starlark with options and structs, and no other word.
var bare = sync.OnceValue(func() *Words { return NewWords(WordList{Builtins: []*Builtin{OptionWord, StructWord}}) })

// NewWords makes the words of a language. It panics on a description that cannot work: that is a mistake of a programmer, found
// by the first test that runs.
func NewWords(list WordList) *Words {
	w := &Words{list: list, builtins: map[string]*Builtin{}, constants: map[string]*Constant{}, env: starlark.StringDict{}}
	w.list.Builtins, w.list.Constants = slices.Clone(list.Builtins), slices.Clone(list.Constants)
	w.list.Attributes = slices.Clone(list.Attributes)
	maps.Copy(w.env, limitedUniverse())
	for _, c := range list.Constants {
		w.reserve(c.Name)
		w.constants[c.Name] = c
		c.Value.Freeze()
		w.env[c.Name] = c.Value
	}
	var fresh []*Builtin
	for _, b := range list.Builtins {
		w.reserve(b.Name)
		w.builtins[b.Name] = b
		if b.words == nil {
			b.words = w
			b.prepare()
			fresh = append(fresh, b)
		}
	}
	for _, b := range fresh {
		b.evalDefaults(w.env)
	}
	for _, b := range list.Builtins {
		if b.On == "" {
			w.env[b.Name] = starlark.NewBuiltin(b.Name, b.call)
		}
	}
	w.env.Freeze()
	w.compiled = maps.Clone(w.env)
	maps.Copy(w.compiled, operators)
	slices.SortFunc(w.list.Builtins, func(a, b *Builtin) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(w.list.Constants, func(a, b *Constant) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range list.Attributes {
		parseType(a.Type)
	}
	order.Stable(w.list.Attributes, func(a, b Attribute) int {
		return cmp.Or(strings.Compare(a.On, b.On), strings.Compare(a.Name, b.Name))
	})
	return w
}

func (w *Words) reserve(name string) {
	if w.builtins[name] != nil || w.constants[name] != nil {
		panic("two words have the name " + name)
	}
}

// With returns the language with further builtins, such as the methods of values that only some programs offer.
func (w *Words) With(more ...*Builtin) *Words {
	list := w.list
	list.Builtins = slices.Concat(list.Builtins, more)
	return NewWords(list)
}

// Builtins lists every builtin, by name. The caller must not change the list, nor that of the methods below.
func (w *Words) Builtins() []*Builtin { return w.list.Builtins }

// Builtin returns the builtin of that name, nil for none.
func (w *Words) Builtin(name string) *Builtin { return w.builtins[name] }

// Constants lists every predeclared constant, by name.
func (w *Words) Constants() []*Constant { return w.list.Constants }

// constant returns the constant of that name, nil for none.
func (w *Words) constant(name string) *Constant { return w.constants[name] }

// Attributes lists those of all values that functions of scripts are asked with, by type and name.
func (w *Words) Attributes() []Attribute { return w.list.Attributes }

// Predeclared returns what scripts can use beyond Starlark itself: the builtins and constants, and those functions of Starlark
// that are replaced by ones with limits (see the package comment). The caller owns the map.
func (w *Words) Predeclared() starlark.StringDict { return maps.Clone(w.env) }

// Attribute is a field or a method of a value that functions of scripts are given when the engine asks them. Together with
// the builtins and the constants these are the table of the language.
type Attribute struct {
	On   string // the type of the value: "view"
	Name string
	Args string // of a method, as called: "(seat)"; "" for a field
	Type string // of the field, or of what the method returns, as Param.Type
	Doc  string
}
