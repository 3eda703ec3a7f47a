package star

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star/guard"

	"go.starlark.net/starlark"
)

// Words are all the words of a language in addition to Starlark itself, with their descriptions. They are complete once made.
type Words struct {
	list      WordList // sorted
	builtins  map[string]*Builtin
	constants map[string]*Constant
	env       starlark.StringDict // see Predeclared
	compiled  starlark.StringDict // for compiled scripts: the same, plus the operators that no script can name
}

// WordList is the input of [NewWords].
type WordList struct {
	Builtins  []*Builtin
	Constants []*Constant
	// Attributes are those of the values passed to script functions.
	Attributes []Attribute
	// Most is the number of values of a type that a script may make, for types that differ from the default; AnyNumber for values
	// made only to be inspected, which nothing keeps.
	Most map[string]int
	// Elsewhere holds hints for names that do not exist: words that the language does not have, and fields that values of a type
	// do not have, the latter by type name.
	Elsewhere map[string]string
	// Renamed are names that scripts once used, and Version is the version of the program, which decides which of them still work.
	Renamed []Renamed
	Version string
}

// Add adds the words of another list.
func (l *WordList) Add(more WordList) {
	l.Builtins = append(l.Builtins, more.Builtins...)
	l.Constants = append(l.Constants, more.Constants...)
	l.Attributes = append(l.Attributes, more.Attributes...)
	if l.Elsewhere == nil {
		l.Elsewhere = map[string]string{}
	}
	maps.Copy(l.Elsewhere, more.Elsewhere)
}

// AnyNumber in WordList.Most means no limit.
const AnyNumber = -1

// bare is Starlark plus options and structs.
var bare = sync.OnceValue(func() *Words { return NewWords(WordList{Builtins: []*Builtin{OptionWord, StructWord}}) })

// NewWords makes the words of a language. It panics on an invalid description, which is a programming error that the first test
// finds.
func NewWords(list WordList) *Words {
	w := &Words{list: list, builtins: map[string]*Builtin{}, constants: map[string]*Constant{}, env: starlark.StringDict{}}
	w.list.Builtins, w.list.Constants = slices.Clone(list.Builtins), slices.Clone(list.Constants)
	w.list.Attributes = slices.Clone(list.Attributes)
	maps.Copy(w.env, guard.Universe())
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
	maps.Copy(w.compiled, guard.Operators)
	slices.SortFunc(w.list.Builtins, func(a, b *Builtin) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(w.list.Constants, func(a, b *Constant) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range list.Attributes {
		parseType(a.Type)
	}
	for _, r := range list.Renamed {
		if strings.Contains(r.New, "(") && earlier(list.Version, r.Gone) {
			panic(r.Old + ": a value that becomes a call cannot work under its old name")
		}
	}
	slices.SortStableFunc(w.list.Attributes, func(a, b Attribute) int {
		return cmp.Or(strings.Compare(a.On, b.On), strings.Compare(a.Name, b.Name))
	})
	return w
}

func (w *Words) reserve(name string) {
	if w.builtins[name] != nil || w.constants[name] != nil {
		panic("two words have the name " + name)
	}
}

// With returns the language with more builtins, such as methods of values that only some programs offer.
func (w *Words) With(more ...*Builtin) *Words {
	list := w.list
	list.Builtins = slices.Concat(list.Builtins, more)
	return NewWords(list)
}

// Foreign returns the words that Elsewhere knows, in order.
func (w *Words) Foreign() []string { return slices.Sorted(maps.Keys(w.list.Elsewhere)) }

// Elsewhere returns what to write instead of a word that the language does not have, "" if nothing is known.
func (w *Words) Elsewhere(word string) string { return w.list.Elsewhere[word] }

// Renamed returns the names that scripts once used.
func (w *Words) Renamed() []Renamed { return w.list.Renamed }

// Builtins returns all builtins, by name. The caller must not change the slice; this applies to the methods below too.
func (w *Words) Builtins() []*Builtin { return w.list.Builtins }

// Builtin returns the builtin of that name, or nil.
func (w *Words) Builtin(name string) *Builtin { return w.builtins[name] }

// Constants returns all predeclared constants, by name.
func (w *Words) Constants() []*Constant { return w.list.Constants }

// Attributes returns those of all values passed to script functions, by type and name.
func (w *Words) Attributes() []Attribute { return w.list.Attributes }

// Predeclared returns what scripts can use in addition to Starlark's own names: the builtins and constants, and the Starlark
// functions that are replaced by limited ones (see package guard). The caller owns the map.
func (w *Words) Predeclared() starlark.StringDict { return maps.Clone(w.env) }

// Attribute is a field or a method of a value that the engine passes to script functions. With the builtins and the constants,
// the attributes make up the table of the language.
type Attribute struct {
	On   string // the type of the value: "view"
	Name string
	Args string // of a method, as called: "(seat)"; "" for a field
	Type string // of the field, or of what the method returns, as Param.Type
	Doc  string
}

// AttributesOf makes attributes of one type.
func AttributesOf(typ string, list ...Attribute) []Attribute {
	for i := range list {
		list[i].On = typ
	}
	return list
}
