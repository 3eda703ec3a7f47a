package star

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

// Option is a rule that the documents leave open and the table decides, declared by the builtin option.
type Option struct {
	Name    string
	Value   starlark.Value   // the value in force: a string, bool or int
	Default starlark.Value   // of the same type
	Choices []starlark.Value // the allowed values; empty = any value of the type
	About   string           // one sentence
	Ref     string           // its readings, "A22" or "A31, G7"
	Pos     diag.Pos         // of the call
}

// OptionWord is the builtin that declares an option.
var OptionWord = &Builtin{
	Name:  "option",
	Group: "house",
	Doc: "A rule that the documents leave open, as a named option. Its value is the default unless the table sets another " +
		"(`--set name=value`), and it is recorded with every hand. Scripts that are played together may define the same option " +
		"with different defaults; setting it sets all of them.",
	Returns: "string or bool or int",
	Example: `reopens = option(
    "half bet reopens",
    default = True,
    about = "An all-in of at least half a bet lets players who acted raise again.",
)
`,
	Params: []Param{
		{Name: "name", Type: "string", Doc: "the name by which the table sets it"},
		{Name: "default", Type: "string or bool or int", Doc: "the value if nobody sets it"},
		{Name: "choices", Type: "list of string or list of bool or list of int", Default: "None", Doc: "the allowed values; left out: every value of the default's type"},
		{Name: "about", Type: "string", Default: `""`, Doc: "one sentence for the rule sheet"},
		{Name: "ref", Type: "string", Default: `""`, Doc: "its readings, \"A22\" or \"A31, G7\": see `doc readings`"},
	},
	Fn: declareOption,
}

func declareOption(c *Call) (starlark.Value, error) {
	s := sessionOf(c.Thread)
	if s.module == nil {
		return nil, c.Errorf("", "declare options while a script loads, not during a hand")
	}
	o := &Option{
		Name:    c.String("name"),
		Default: c.Value("default"),
		Choices: slices.Clone(c.List("choices")),
		About:   c.String("about"),
		Ref:     c.String("ref"),
		Pos:     c.Pos,
	}
	if _, ok := o.Default.(starlark.Bool); ok && len(o.Choices) == 0 {
		o.Choices = []starlark.Value{starlark.True, starlark.False}
	}
	// what the parameter table cannot express
	if o.Name == "" || strings.TrimSpace(o.Name) != o.Name || strings.ContainsAny(o.Name, "=\n\r\t") {
		return nil, c.Errorf("name", "got %q, want words without \"=\"", o.Name)
	}
	seen := map[string]bool{}
	for i, choice := range o.Choices {
		if choice.Type() != o.Default.Type() {
			return nil, c.Errorf("choices", "item %d: got %s, want %s like the default", i+1, TypeName(choice), TypeName(o.Default))
		}
		text := OptionText(choice)
		if seen[text] {
			return nil, c.Errorf("choices", "%s appears twice", choice)
		}
		seen[text] = true
	}
	if !o.allows(o.Default) {
		return nil, c.Errorf("default", "%s is not among the choices", o.Default)
	}
	if err := o.choose(c, s.loader.options.Set); err != nil {
		return nil, err
	}
	guard.Charge(c.Thread, 2*len(s.module.Options))
	for _, old := range s.module.Options {
		if old.Name == o.Name {
			if !(equal(old.Default, o.Default) && slices.EqualFunc(old.Choices, o.Choices, equal)) {
				return nil, c.HintErrorf("name", "declare it once and load it from there", "%s is already declared at %s with other choices", o.Name, old.Pos)
			}
			return o.Value, nil
		}
	}
	if len(s.module.Options) == maxOptions {
		return nil, &guard.LimitError{Msg: fmt.Sprintf("too many options, the limit of a script is %d", maxOptions)}
	}
	s.bytes += uint64(MadeBytes + c.Bytes)
	s.module.Options = append(s.module.Options, o)
	return o.Value, nil
}

func (o *Option) allows(v starlark.Value) bool {
	return len(o.Choices) == 0 || slices.ContainsFunc(o.Choices, func(x starlark.Value) bool { return equal(x, v) })
}

// choose sets the value: the default, or the text in set, converted to the option's type.
func (o *Option) choose(c *Call, set map[string]string) error {
	o.Value = o.Default
	text, ok := set[o.Name]
	if !ok {
		return nil
	}
	v, err := parseLike(o.Default, text)
	if err != nil || !o.allows(v) {
		want := TypeName(o.Default)
		if len(o.Choices) > 0 {
			want = oneOf(o.ChoiceTexts())
		}
		return &diag.Error{
			Pos: c.Pos, Code: CodeSet,
			Msg:  fmt.Sprintf("option %s: got %q, want %s", o.Name, text, want),
			Hint: diag.DidYouMean(text, o.ChoiceTexts()),
		}
	}
	o.Value = v
	return nil
}

// parseLike parses text as a value of the same type as like.
func parseLike(like starlark.Value, text string) (starlark.Value, error) {
	switch like.(type) {
	case starlark.Bool:
		switch strings.ToLower(text) {
		case "true", "yes", "on", "1":
			return starlark.True, nil
		case "false", "no", "off", "0":
			return starlark.False, nil
		}
		return nil, fmt.Errorf("not a bool")
	case starlark.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		return starlark.MakeInt64(n), err
	}
	return starlark.String(text), nil
}

// ChoiceTexts returns the choices as written after --set.
func (o *Option) ChoiceTexts() []string {
	texts := make([]string, len(o.Choices))
	for i, v := range o.Choices {
		texts[i] = OptionText(v)
	}
	return texts
}

func OptionText(v starlark.Value) string {
	switch v := v.(type) {
	case starlark.String:
		return string(v)
	case starlark.Bool:
		if v {
			return "yes"
		}
		return "no"
	}
	return v.String()
}

// Text returns the value in force as written after --set and in recorded hands.
func (o *Option) Text() string { return OptionText(o.Value) }

// equal compares two scalars. Starlark compares values of different types as unequal, without an error.
func equal(x, y starlark.Value) bool {
	eq, err := starlark.Equal(x, y)
	return err == nil && eq
}
