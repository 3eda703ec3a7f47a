// Package params says what commands take. Each parameter is one row of a table: from it follow the flag with its help and
// completion, the field of a message, the argument of an MCP tool, what is checked and with which words, and the command
// line that repeats a result.
//
// Errors and help name parameters as flags, --name; [Spoken] makes the names of fields of them, so that one text serves people
// and programs.
package params

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/diag"
)

// Kind is the type of a parameter's value.
type Kind string

// The types of values. In messages Lists are arrays of strings, Choices are objects of strings, and Durations are strings.
const (
	Text     Kind = "text"
	Whole    Kind = "whole" // a whole number
	Unsigned Kind = "unsigned"
	Number   Kind = "number"
	Truth    Kind = "truth"
	Duration Kind = "duration"
	List     Kind = "list"
	Choices  Kind = "choices" // OPTION=VALUE
)

// Advanced is the section of parameters that few need; help lists their names only.
const Advanced = "Advanced options"

// What completion finds when it is asked.
const (
	Files    = ":files"
	Games    = ":games"
	Policies = ":policies"
	Settings = ":settings" // OPTION=VALUE of the games of the line
)

// Param is a parameter of a command.
type Param struct {
	Name     string   // of the flag
	Aliases  []string // of the flag
	Doc      string   // one line, with the word for the value in backquotes
	Section  string   // of the help, "" for the main one
	Kind     Kind     // set by the row
	Default  string   // the value that it has if it is not given
	Shown    string   // the default in words, where it is not Default
	Example  string   // a value that is accepted
	Alone    string   // the value of the flag without one, "" if it needs one
	Argument bool     // for people it is the arguments of the command, not a flag
	Common   bool     // package app makes the flag, the same for all commands
	OneText  bool     // a list that messages give as one text

	Min, Max float64  // bounds of a number; Max 0 is none
	Open     bool     // the bounds themselves are not allowed
	Signed   bool     // Min is no bound
	Values   []string // the values that are allowed; nil for all
	Offers   []string // what completion offers where not Values: texts, each with what it means after a tab, or what is found when asked

	Not   []string // parameters it cannot be used with, each "NAME" or "NAME, REASON"
	Needs []string // one of these must be given too, each "NAME" or "NAME VALUE"

	Decides bool    // it decides what is dealt, so it is part of the command line that repeats a result
	Said    bool    // the result has it in a field of its own; other parameters that decide are listed in it
	Tables  bool    // sessions of a table take it too
	Because string  // why it makes a session of a run, if it does not say so by its name
	Anew    bool    // a saved session or game may be given another value
	Refused string  // why a stranger, who sends messages, may not give it; "" if they may
	Most    float64 // the highest number that a stranger may give; 0 for no limit but Max
}

// Parameters of several commands, whose flags package app makes.
var (
	Seed     = Param{Name: "seed", Kind: Unsigned, Doc: "random seed `N`: the same seed repeats the result", Shown: "random; it is printed", Common: true, Tables: true, Example: "7"}
	MaxSteps = Param{
		Name: "max-steps", Kind: Unsigned, Anew: true, Doc: "stop a script after `N` Starlark steps", Shown: "20 million to load, 1 million for a hook or decision", Section: Advanced,
		Common: true, Decides: true, Said: true, Tables: true, Refused: "the server limits its scripts",
	}
)

// Field returns the name that programs use.
func (p *Param) Field() string { return strings.ReplaceAll(p.Name, "-", "_") }

// Row is a parameter, and where its value goes in the options O of a command. Tables of rows are plain data.
type Row[O any] struct {
	*Param
	// At returns a pointer to the value, whose type decides the kind of the parameter; or what reads the value; or a Kind, if the
	// value is only looked up in [Given].
	At func(o *O) any
}

// What reads values that are no plain ones.
type (
	TextSetter    func(text string) error
	WholeSetter   func(n int64) error
	TruthSetter   func(yes bool) error
	ListSetter    func(list []string) error
	ChoicesSetter func(list []string) error
)

// Parse reads a text with parse, whose errors begin with --name.
func Parse[T any](to *T, parse func(string) (T, error)) TextSetter {
	return func(text string) (err error) {
		*to, err = parse(text)
		return err
	}
}

// ParseAll reads a list as a whole.
func ParseAll[T any](to *T, parse func([]string) (T, error)) ListSetter {
	return func(list []string) (err error) {
		*to, err = parse(list)
		return err
	}
}

// kindOf returns the kind of a parameter by what its row returns.
func kindOf(to any) Kind {
	switch to := to.(type) {
	case Kind:
		return to
	case *int, *int64, WholeSetter:
		return Whole
	case *uint64:
		return Unsigned
	case *float64:
		return Number
	case *bool, TruthSetter:
		return Truth
	case *time.Duration:
		return Duration
	case *string, TextSetter:
		return Text
	case *[]string, ListSetter:
		return List
	case ChoicesSetter:
		return Choices
	}
	panic(fmt.Sprintf("params: no kind for %T", to))
}

// set checks the values that were given, and sets what they are for.
func (p *Param) set(to any, v []string) error {
	var value any
	var err error
	switch p.Kind {
	case List, Choices:
	case Whole:
		value, err = strconv.ParseInt(v[0], 10, 64)
	case Unsigned:
		value, err = strconv.ParseUint(v[0], 10, 64)
	case Number:
		value, err = strconv.ParseFloat(v[0], 64)
	case Truth:
		value, err = strconv.ParseBool(v[0])
	case Duration:
		value, err = time.ParseDuration(v[0])
	case Text:
		if err := p.listed(v[0]); err != nil {
			return err
		}
	}
	if err != nil {
		return Errorf("--%s is %s, not %q", p.Name, p.Kind.Wanted(), v[0])
	}
	switch x := value.(type) {
	case int64:
		err = p.within(float64(x), v[0])
	case float64:
		err = p.within(x, v[0])
	case time.Duration:
		err = p.within(x.Seconds(), v[0])
	}
	if err != nil {
		return err
	}
	switch to := to.(type) {
	case TextSetter:
		return to(v[0])
	case WholeSetter:
		return to(value.(int64))
	case TruthSetter:
		return to(value.(bool))
	case ListSetter:
		return to(v)
	case ChoicesSetter:
		return to(v)
	case *int:
		*to = int(value.(int64))
	case *int64:
		*to = value.(int64)
	case *uint64:
		*to = value.(uint64)
	case *float64:
		*to = value.(float64)
	case *bool:
		*to = value.(bool)
	case *time.Duration:
		*to = value.(time.Duration)
	case *string:
		*to = v[0]
	case *[]string:
		*to = v
	}
	return nil
}

// Group returns the rows of a part of the options.
func Group[O, G any](at func(*O) *G, rows []Row[G]) []Row[O] {
	out := make([]Row[O], len(rows))
	for i, r := range rows {
		out[i] = Row[O]{r.Param, func(o *O) any { return r.At(at(o)) }}
	}
	return out
}

// Changed returns the rows with parameters that change has changed; those of other tables stay as they are.
func Changed[O any](rows []Row[O], change func(p *Param)) []Row[O] {
	out := slices.Clone(rows)
	for i := range out {
		p := *out[i].Param
		change(&p)
		out[i].Param = &p
	}
	return out
}

// Params returns the parameters of rows, and sets their kinds. It is called before they are read.
func Params[O any](rows []Row[O]) []*Param {
	out := make([]*Param, len(rows))
	for i, r := range rows {
		if out[i] = r.Param; r.Kind == "" {
			r.Kind = kindOf(r.At(new(O)))
		}
	}
	return out
}

// listed checks a text against the values that are allowed.
func (p *Param) listed(value string) error {
	if p.Values != nil && !slices.Contains(p.Values, value) {
		return Errorf("--%s must be %s, not %.40q", p.Name, either(p.Values), value)
	}
	return nil
}

// Wanted says what values of a kind are.
func (k Kind) Wanted() string {
	return map[Kind]string{
		Text: "a text", Whole: "a whole number", Unsigned: "a whole number from 0", Number: "a number", Truth: "true or false",
		Duration: `a duration such as "5s"`, List: "a list of texts", Choices: "an object of texts",
	}[k]
}

// Wanted says what a message gives to the parameter.
func (p *Param) Wanted() string {
	if p.OneText {
		return Text.Wanted()
	}
	return p.Kind.Wanted()
}

// within checks a number against its bounds.
func (p *Param) within(x float64, value string) error {
	if p.Values != nil {
		if !slices.Contains(p.Values, value) {
			return Errorf("--%s must be %s, not %s", p.Name, either(p.Values), value)
		}
		return nil
	}
	low := x >= p.Min || p.Signed
	high := p.Max == 0 || x <= p.Max
	if p.Open {
		low, high = x > p.Min, p.Max == 0 || x < p.Max
	}
	switch {
	case low && high && !math.IsInf(x, 0): // not a NaN either
		return nil
	case math.IsInf(x, 0) || math.IsNaN(x):
		return Errorf("--%s must be a finite number, not %s", p.Name, value)
	case p.Max == 0 && p.Open:
		return Errorf("--%s must be more than %v, not %s", p.Name, p.Min, value)
	case p.Max == 0:
		return Errorf("--%s must be at least %v, not %s", p.Name, p.Min, value)
	case p.Open || p.Kind == Number:
		return Errorf("--%s must be between %v and %v, not %s", p.Name, p.Min, p.Max, value)
	}
	return Errorf("--%s must be %v to %s, not %s", p.Name, p.Min, term.Grouped(int64(p.Max)), value)
}

// Bounds returns the lowest and the highest number that a stranger may give, nil for none.
func (p *Param) Bounds() (low, high *float64) {
	if !p.Signed && p.Values == nil {
		low = &p.Min
	}
	if most := cmp.Or(p.Most, p.Max); most > 0 && p.Values == nil {
		high = &most
	}
	return low, high
}

// either joins values: "a", "a or b", "a, b or c".
func either(values []string) string {
	if len(values) < 2 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:len(values)-1], ", ") + " or " + values[len(values)-1]
}

// Errorf returns the error of a value that a command cannot accept. The text names parameters as flags.
func Errorf(format string, args ...any) error {
	return &diag.Error{Code: diag.Usage, Msg: fmt.Sprintf(format, args...)}
}

// Limit is the error of a value that a stranger may not give, but the user of a command may.
type Limit struct {
	Msg    string
	Number bool // a smaller number is allowed
}

func (e *Limit) Error() string { return e.Msg }

var flags = regexp.MustCompile(`--([a-z][a-z0-9-]*)`)

// Spoken writes a text about flags for programs: with the names of their fields.
func Spoken(text string) string {
	return flags.ReplaceAllStringFunc(text, func(flag string) string { return (&Param{Name: flag[2:]}).Field() })
}

// Plain returns the help of a parameter for programs: without the marks of the value's word.
func (p *Param) Plain() string { return Spoken(strings.ReplaceAll(p.Doc, "`", "")) }

// Given holds the values that were given, by the parameter's name.
type Given map[string][]string

// Has reports whether a parameter was given.
func (g Given) Has(name string) bool { _, ok := g[name]; return ok }

// First returns the first parameter of a list that was given, "" if none was.
func (g Given) First(names ...string) string {
	for _, name := range names {
		if g.Has(name) {
			return name
		}
	}
	return ""
}

// Source says whether a parameter was given, and with what values.
type Source func(p *Param) (values []string, given bool, err error)

// Read reads the parameters from a source into the options. Parameters that were not given get their defaults.
func Read[O any](rows []Row[O], o *O, from Source, stranger bool) (Given, error) {
	given := Given{}
	for i := range rows {
		if err := rows[i].read(rows[i].At(o), given, from, stranger); err != nil {
			return nil, err
		}
	}
	return given, together(given, len(rows), func(i int) *Param { return rows[i].Param })
}

// read reads the parameter from a source.
func (p *Param) read(to any, given Given, from Source, stranger bool) error {
	values, ok, err := from(p)
	switch {
	case err != nil:
		return err
	case ok && stranger && p.Refused != "":
		return &Limit{Msg: fmt.Sprintf("--%s cannot be given here: %s", p.Name, p.Refused)}
	case ok:
		given[p.Name] = values
	case p.Default != "" && stranger && p.Most > 0 && amount(p.Default) > p.Most:
		values = []string{strconv.FormatFloat(p.Most, 'f', -1, 64)}
	case p.Default != "":
		values = []string{p.Default}
	default:
		return nil
	}
	if err := p.set(to, values); err != nil {
		return err
	}
	if ok && stranger && p.Most > 0 && amount(values[0]) > p.Most {
		return &Limit{Msg: fmt.Sprintf("--%s must be at most %s, not %s", p.Name, term.Grouped(int64(p.Most)), values[0]), Number: true}
	}
	return nil
}

// amount returns the number, or the seconds, of a value that has been read.
func amount(value string) float64 {
	x, err := strconv.ParseFloat(value, 64)
	if d, bad := time.ParseDuration(value); err != nil && bad == nil {
		x = d.Seconds()
	}
	return x
}

// together checks which parameters were given together.
func together(given Given, n int, at func(int) *Param) error {
	for i := range n {
		p := at(i)
		if !given.Has(p.Name) {
			continue
		}
		for _, other := range p.Not {
			if name, _, _ := strings.Cut(other, ", "); given.Has(name) {
				return Errorf("--%s cannot be used with --%s", p.Name, other)
			}
		}
		if p.Needs == nil {
			continue
		}
		var asked []string
		for _, other := range p.Needs {
			name, value, _ := strings.Cut(other, " ")
			if given.Has(name) {
				asked = nil
				break
			}
			asked = append(asked, strings.TrimSpace("--"+name+" "+value))
		}
		if asked != nil {
			return Errorf("--%s needs %s", p.Name, either(asked))
		}
	}
	return nil
}

// Fixed returns the first parameter that was given and that cannot change in a saved session or game, "" if there is none.
func Fixed(list []*Param, given Given) string {
	for _, p := range list {
		if given.Has(p.Name) && !p.Anew {
			return p.Name
		}
	}
	return ""
}

// again returns the words of a command line that give what decides the deal, without the seed.
func again(list []*Param, given Given) (words []string) {
	for _, most := range []Kind{Truth, Choices, List, ""} {
		for _, p := range list {
			if !p.Decides || !given.Has(p.Name) || p.Argument || rank(p.Kind) != most {
				continue
			}
			for _, v := range given[p.Name] {
				switch {
				case p.Kind != Truth:
					words = append(words, "--"+p.Name, v)
				case v == "true":
					words = append(words, "--"+p.Name)
				}
			}
		}
	}
	return words
}

// AgainLine returns the words of the command line that gives again what decides the deal, with the seed.
func AgainLine[O any](command string, args []string, rows []Row[O], given Given, seed uint64) []string {
	words := append([]string{"cardroom", command}, args...)
	return append(append(words, again(Params(rows), given)...), "--seed", strconv.FormatUint(seed, 10))
}

// Told returns the parameters that decided what was dealt and that the result has in no field of their own, as texts NAME VALUE.
func Told(list []*Param, given Given) (out []string) {
	for _, p := range list {
		if p.Decides && !p.Said {
			for _, v := range given[p.Name] {
				out = append(out, p.Field()+" "+v)
			}
		}
	}
	return out
}

// rank puts the parameters of a command line in order: switches, options, lists, and all others.
func rank(k Kind) Kind {
	switch k {
	case Truth, Choices, List:
		return k
	}
	return ""
}

// Object returns the source of a message's fields.
func Object(fields map[string]json.RawMessage) Source {
	return func(p *Param) ([]string, bool, error) {
		raw, ok := fields[p.Field()]
		if !ok {
			return nil, false, nil
		}
		values, err := p.FromJSON(raw)
		return values, true, err
	}
}

// FromJSON returns the values that JSON gives to a parameter. It returns an error for another type.
func (p *Param) FromJSON(raw json.RawMessage) ([]string, error) {
	values, ok := p.decode(raw)
	switch {
	case ok && p.Kind == Text:
		return values, p.listed(values[0])
	case ok:
		return values, nil
	}
	text := string(raw)
	if raw[0] == '"' && json.Unmarshal(raw, &text) != nil {
		text = string(raw)
	}
	return nil, Errorf("--%s is %s, not %.60q", p.Name, p.Wanted(), text)
}

// decode returns the values that JSON gives to a parameter; ok is false if it has another type.
func (p *Param) decode(raw json.RawMessage) (values []string, ok bool) {
	switch p.Kind {
	case List:
		if p.OneText {
			break
		}
		var list []string
		return list, json.Unmarshal(raw, &list) == nil && list != nil || string(raw) == "[]"
	case Choices:
		var m map[string]string
		if json.Unmarshal(raw, &m) != nil || m == nil {
			return nil, false
		}
		for _, name := range slices.Sorted(maps.Keys(m)) {
			values = append(values, name+"="+m[name])
		}
		return values, true
	case Whole, Unsigned, Number:
		var n json.Number
		if raw[0] == '"' || json.Unmarshal(raw, &n) != nil {
			return nil, false
		}
		return []string{string(n)}, n != "" && (p.Kind == Number || !strings.ContainsAny(string(n), ".eE"))
	case Truth:
		return []string{string(raw)}, string(raw) == "true" || string(raw) == "false"
	}
	var s *string
	if json.Unmarshal(raw, &s) != nil || s == nil {
		return nil, false
	}
	return []string{*s}, true
}

// Schema returns the JSON Schema of a parameter's field.
func (p *Param) Schema() map[string]any {
	s := map[string]any{"description": p.Plain()}
	switch p.Kind {
	case Text, Duration:
		s["type"] = "string"
	case Whole, Unsigned:
		s["type"] = "integer"
	case Number:
		s["type"] = "number"
	case Truth:
		s["type"] = "boolean"
	case List:
		if s["type"] = "string"; p.OneText {
			break
		}
		s["type"], s["items"] = "array", map[string]any{"type": "string"}
	case Choices:
		s["type"], s["additionalProperties"] = "object", map[string]any{"type": "string"}
	}
	if p.Values != nil && p.Kind == Text {
		s["enum"] = p.Values
	}
	if low, high := p.Bounds(); p.Kind == Whole {
		if low != nil {
			s["minimum"] = *low
		}
		if high != nil {
			s["maximum"] = *high
		}
	}
	return s
}
