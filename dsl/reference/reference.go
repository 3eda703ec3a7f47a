// Package reference is the reference of the language: every function, method, constant and type, what the library and the houses
// define, and a page for each diagnostic code.
//
// Nothing is written twice. The words of the language come from the tables in package dsl, those of scripts from their source and
// docstrings, and the codes from pages whose wrong and right examples the tests load. [New] collects the [Entry] values in
// [Chapter]s; [Markdown] and [HTML] write them, and the command line prints them as text and JSON.
package reference

//go:generate go test ../../cmd/cardroom -run TestLanguageReference -update

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// Kind is the kind of an entry.
type Kind string

// The kinds of entries.
const (
	Function Kind = "function" // of the language or of a script
	Method   Kind = "method"   // of a value: "house.game"
	Constant Kind = "constant"
	Type     Kind = "type"    // of values: its makers and users
	Script   Kind = "script"  // a file, whose Members are its definitions
	Value    Kind = "value"   // a script's global that is not a function
	Code     Kind = "code"    // a diagnostic code
	Topic    Kind = "topic"   // a section of a page about the language as a whole
	Reading  Kind = "reading" // the answer to a question that a document leaves open
	Source   Kind = "source"  // a published text that readings and rulings refer to
	// Attribute is a field or a method of a value passed to a script function: "view.pot". Attributes are Members of their type.
	Attribute Kind = "attribute"
)

// Entry is one thing that can be looked up. Which fields are set depends on its Kind.
type Entry struct {
	Kind    Kind   `json:"kind" enum:"function,method,constant,attribute,type,value,script,code,topic,reading,source"` // what kind of word
	Name    string `json:"name"`                                                                                       // the word
	Chapter string `json:"chapter,omitempty"`                                                                          // where it stands
	// Signature is the call as written, "bet(tier = small, …)"; for a script's value, the expression that makes it.
	Signature string  `json:"signature,omitempty"`
	Doc       string  `json:"doc"`               // paragraphs; words of the language are in `backticks`
	Params    []Param `json:"params,omitempty"`  // in order
	Returns   string  `json:"returns,omitempty"` // a type, or text from a docstring
	Type      string  `json:"type,omitempty"`    // of a constant or an attribute
	Example   string  `json:"example,omitempty"` // a script that loads by itself
	// Wrong and Right are the examples of a code.
	Wrong string `json:"wrong,omitempty"`
	Right string `json:"right,omitempty"` // the same put right
	// MadeBy and TakenBy are the functions that return values of a type, and those with a parameter of it.
	MadeBy  []string `json:"made_by,omitempty"`
	TakenBy []string `json:"taken_by,omitempty"` // what takes one
	// Load is the statement that loads a name from the library or a house, and At the position of its definition.
	Load    string   `json:"load,omitempty"`
	At      diag.Pos `json:"at,omitzero"`       // file:line:col
	Members []*Entry `json:"members,omitempty"` // of a script; methods and constants of a type
	// Reading is the content of a reading, which Doc has in words; House is the folder of the house that a reading or a source
	// belongs to, "" for all houses.
	Reading *docs.Reading `json:"reading,omitempty"`
	House   string        `json:"house,omitempty"` // of a reading or a source: the folder of its house; missing if several houses share it

	id string // of a value that may be a game
}

// Param is a parameter.
type Param struct {
	Name     string   `json:"name"`              // with its stars if it takes further arguments
	Type     string   `json:"type,omitempty"`    // of values
	Default  string   `json:"default,omitempty"` // as written; "" for a required parameter, or further arguments
	Choices  []string `json:"choices,omitempty"` // as written
	Range    string   `json:"range,omitempty"`   // of an int, "1 to 5"
	Doc      string   `json:"doc,omitempty"`     // what it is
	Required bool     `json:"required"`          // it has to be given
}

// Summary returns the first sentence of the description, and of a reading the question.
func (e *Entry) Summary() string {
	if e.Reading != nil {
		return e.Reading.Question
	}
	text, _, _ := strings.Cut(e.Doc, "\n\n")
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		return text[:i+1]
	}
	return text
}

// FullExample returns the example with the load statement it needs.
func (e *Entry) FullExample() string {
	if e.Load == "" || e.Example == "" {
		return e.Example
	}
	return e.Load + "\n\n" + e.Example
}

// Chapter is a part of the reference.
type Chapter struct {
	Name    string // for lookups: the group in the table
	Title   string
	Intro   string // a paragraph, or ""
	Entries []*Entry
	// Whole chapters are read from beginning to end: a list of their entries is not useful.
	Whole bool
}

// Reference contains everything that can be looked up.
type Reference struct {
	Chapters []*Chapter
	Readings *docs.Readings
	words    *star.Words
	scripts  fs.FS
	broken   func(house string, err error)
}

// New collects the reference: the words of a language, and the scripts of the library and of the houses, either of which may be
// nil. It runs no script. Galleries are only read by Search. broken, which may be nil, receives each house with a script that
// cannot be read or parsed; the script is left out.
func New(words *star.Words, stdlib, scripts fs.FS, broken func(house string, err error)) *Reference {
	r := &Reference{words: words, scripts: scripts, broken: broken}
	for _, b := range r.words.Builtins() {
		e := &Entry{Kind: Function, Name: b.Name, Signature: b.Signature(), Doc: b.Doc, Returns: b.Returns, Example: b.Example}
		if b.On != "" {
			e.Kind = Method
		}
		for i := range b.Params {
			e.Params = append(e.Params, r.fromParam(&b.Params[i]))
		}
		r.add(b.Group, []*Entry{e})
	}
	for _, c := range r.words.Constants() {
		r.add(c.Group, []*Entry{{Kind: Constant, Name: c.Name, Doc: c.Doc, Type: c.Value.Type()}})
	}
	r.addTypes()
	r.add("views", r.views())
	r.add("starlark", universe())
	for _, source := range []struct {
		name string
		fsys fs.FS
	}{{"stdlib", stdlib}, {"scripts", scripts}} {
		r.add(source.name, r.readScripts("@"+source.name+"//", source.fsys, false))
	}
	r.Readings = docs.AllReadings(stdlib, scripts, broken)
	r.add(readingsChapter, readingPages(r.Readings))
	r.add("codes", codePages())
	// Adds the page of each topic as a chapter.
	entries, err := topicFiles.ReadDir("topics")
	if err != nil {
		panic(err) // embedded
	}
	for _, e := range entries {
		text, err := topicFiles.ReadFile("topics/" + e.Name())
		if err != nil {
			panic(err)
		}
		r.Chapters = append(r.Chapters, topicPage(strings.TrimSuffix(e.Name(), ".md"), string(text)))
	}
	// An entry for each name of a hand that says more than its category.
	var out []*Entry
	for _, t := range rank.Terms() {
		out = append(out, handName(t))
	}
	r.add(namesChapter, out)
	r.addLimits()
	place := func(c *Chapter) int {
		if p := chapterText[c.Name].place; p > 0 {
			return p
		}
		return 10
	}
	slices.SortStableFunc(r.Chapters, func(a, b *Chapter) int { return place(a) - place(b) })
	return r
}

// add adds entries to a chapter, which it makes on first use.
func (r *Reference) add(chapter string, entries []*Entry) {
	if len(entries) == 0 {
		return
	}
	i := slices.IndexFunc(r.Chapters, func(c *Chapter) bool { return c.Name == chapter })
	if i < 0 {
		i = len(r.Chapters)
		text := chapterText[chapter]
		r.Chapters = append(r.Chapters, &Chapter{Name: chapter, Title: cmp.Or(text.title, strings.ToUpper(chapter[:1])+chapter[1:]+": words"), Intro: text.intro})
	}
	for _, e := range entries {
		e.Chapter = chapter
		for _, m := range e.Members {
			if m.Chapter == "" {
				m.Chapter = chapter
			}
		}
	}
	r.Chapters[i].Entries = append(r.Chapters[i].Entries, entries...)
}

// chapterText holds the order of the chapters, their titles and their introductions. A group of the table that is not listed has
// its own name as title, and comes before the types.
var chapterText = map[string]struct {
	place        int
	title, intro string
}{
	"house": {1, "Houses and games", "A house holds what a room's games share. A game is the dealer's steps and a showdown; everything else defaults to the house."},
	"dealing": {
		2, "Dealing cards",
		"The steps of a hand are listed in `play`, in the order in which the dealer does them.",
	},
	"betting":     {3, "Betting rounds", ""},
	"forced bets": {4, "Forced bets", ""},
	"rankings":    {5, "Rankings of hands", "Rankings decide which hand wins. A ranking is compiled to tables once, when its script loads."},
	"showdown":    {6, "Showdown and award", ""},
	"floor": {7, "Irregularities", "What a house does about a flashed card, a string bet or a mucked winner. " +
		"`on(EVENT, …)` names the event and the ruling: effects, or a function of the event that returns effects. " +
		"`event` lists what the function can read. The rulings of the game come first, then those of the house, " +
		"then the defaults of `@stdlib//floor.star`."},
	"banked games": {
		8, "Games against a banker",
		"A game whose first step is `bank` or `wager` has no pot: a player or the house banks, the others bet, and each hand is settled with the banker. " +
			"Its steps are `bank`, `wager`, `deal`, `choose`, `turn_up`, `when` and, at the end, `settle`. Functions of the script decide what a hand may do " +
			"and how two hands compare.",
	},
	"choices": {
		9, "Choices, payments and dice",
		"In a game for a pot: choices of the players, their prices, and steps that are played for one player after the other. " +
			"`choose` asks the question, and `when` acts on the answer.",
	},
	"table": {12, "Between hands", "What a table does between hands. A rule looks at the table and returns effects; it changes nothing itself."},
	"tests": {
		15, "Tests of rules",
		"Scripts named *_test.star have tests: functions `test_NAME(t)` and properties `prop_NAME(t)`. Their `t` is a test; `t.hand` makes a hand to play, `t.table` a table that plays many hands.",
	},
	"views": {
		19, "What functions receive",
		"A function of a script that the engine calls receives one value with what it may know. The value is valid during that call only.",
	},
	"types": {20, "Types of values", "The values that scripts pass around. They are frozen from the start. " +
		"An argument of type number takes ints and floats; a list argument also takes a tuple; None is allowed where it is the default."},
	"starlark": {21, "Functions of Starlark", "These come with the language; strings, lists and dicts also have Starlark's methods. " +
		"There is no while and no recursion, control flow must be inside functions, and a name at top level is defined once."},
	"stdlib":  {30, "The library", "Functions that houses share. A script loads them with a load statement."},
	"scripts": {31, "The houses", "The scripts that come with cardroom, and the names that other scripts can load from them."},
	// The titles of topics are in their files.
	"how":      {32, "", ""},
	"policy":   {33, "", ""},
	"ranges":   {34, "", ""},
	"security": {35, "", ""},
	"limits":   {36, "", ""},
	namesChapter: {
		37, "Names of hands",
		"What dealers and players call hands. Claims (`misdescribe`), `worth` and `low` in tests of rules, and `:eval` take these names, " +
			"descriptions such as \"two pair, kings and tens\", and ranks: \"eight six\", \"eighty-six low\", \"kings over tens\".",
	},
	readingsChapter: {38, "Readings", "Where a house's document is silent, unclear or contradicts itself, a reading decides. Sheets for the floor name readings by their numbers. " +
		"`--set` plays by another answer."},
	"codes": {40, "Diagnostics", "Every error and finding has a code, and its meaning never changes."},
}

// All returns every entry, including members, in the order of the chapters.
func (r *Reference) All() []*Entry {
	var out []*Entry
	for _, c := range r.Chapters {
		for _, e := range c.Entries {
			out = append(out, e)
			for _, m := range e.Members {
				if e.Kind == Script || m.Kind == Attribute {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// Find returns the entries with a name: one, or several if scripts define the same name. A method is also found by its own name,
// and codes, readings and sources in upper or lower case.
func (r *Reference) Find(name string) []*Entry {
	var exact, loose []*Entry
	for _, e := range r.All() {
		switch {
		case e.Name == name || e.named(name):
			exact = append(exact, e)
		case (e.Kind == Method || e.Kind == Attribute) && strings.HasSuffix(e.Name, "."+name):
			loose = append(loose, e)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	if len(loose) > 0 {
		return loose
	}
	for _, term := range rank.TermsOf(name) {
		exact = append(exact, handName(term))
	}
	return exact
}

// named reports whether a name in upper or lower case is that of a code, a reading or a source.
func (e *Entry) named(name string) bool {
	switch e.Kind {
	case Reading:
		return slices.ContainsFunc(e.Reading.IDs(), func(id string) bool { return strings.EqualFold(id, name) })
	case Source:
		id, _, _ := strings.Cut(name, " ") // the number is that of a rule
		return strings.EqualFold(e.Name, id)
	case Code:
		return strings.EqualFold(e.Name, name)
	default:
		return false
	}
}

func handName(t rank.Term) *Entry {
	return &Entry{Kind: Topic, Name: strings.Join(t.Said, ", "), Chapter: namesChapter, Doc: strings.ToUpper(t.Means[:1]) + t.Means[1:] + "."}
}

// namesChapter is the chapter of the names of hands.
const namesChapter = "names"

// House returns the scripts of a house by its folder.
func (r *Reference) House(name string) []*Entry {
	var out []*Entry
	for _, e := range r.All() {
		if e.Kind == Script && strings.HasPrefix(e.Name, "@scripts//"+name+"/") {
			out = append(out, e)
		}
	}
	return out
}

// FindChapter returns the chapter with this name or title, or nil if there is none. Titles are compared by their words. "angies
// readings" are those that concern a house.
func (r *Reference) FindChapter(name string) *Chapter {
	words := tokensOf(name)
	for _, c := range r.Chapters {
		if c.Name == name || len(words) > 0 && slices.Equal(tokensOf(c.Title), words) {
			return c
		}
	}
	return r.readingsOf(name)
}

// Names returns every name that Find and FindChapter know, sorted.
func (r *Reference) Names() []string {
	var names []string
	for _, e := range r.All() {
		names = append(names, e.Name)
	}
	for _, c := range r.Chapters {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Nearest returns the name that was probably meant, or a word of the reference, or "".
func (r *Reference) Nearest(name string) string {
	if begins := name[:max(0, len(name)-1)]; len(begins) > 4 { // the rest of a long word is spelled in many ways
		for _, w := range r.Names() {
			if strings.HasPrefix(w, begins) {
				return w
			}
		}
	}
	if best := diag.Nearest(name, r.Names()); best != "" {
		return best
	}
	var words []string
	for _, e := range r.lines() {
		for _, w := range tokensOf(e.Name + " " + e.Doc) {
			if len(w) > 3 && w[0] >= 'a' {
				words = append(words, w)
			}
		}
	}
	words = append(words, r.words.Foreign()...)
	slices.Sort(words)
	if best := diag.Nearest(name, slices.Compact(words)); best != "" {
		return best
	}
	best := "" // a word made of two: the longest name with which it begins
	for _, w := range r.Names() {
		if len(w) > max(3, len(best)) && strings.HasPrefix(strings.ToLower(name), w) {
			best = w
		}
	}
	return best
}
