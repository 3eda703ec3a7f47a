package ruletest

import (
	"path"
	"slices"
	"strings"

	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/cards"

	"go.starlark.net/starlark"
)

// SheetOf names a rule sheet.
type SheetOf struct {
	Game, Stakes string // the stakes may be ""
	Reader       string // "players" or "floor"
	Set          map[string]string
	Mutant       *Mutant // the change of a script in place; nil for none
}

// Sheet is a printed rule sheet in a test.
type Sheet struct {
	star.Live
	of   SheetOf
	text string // its headings and paragraphs, a line each, with single spaces
}

var _ starlark.HasAttrs = (*Sheet)(nil)

func (s *Sheet) String() string { return "<test_sheet " + s.of.Game + " for " + s.of.Reader + ">" }
func (s *Sheet) Type() string   { return "test_sheet" }

func (s *Sheet) Attr(name string) (starlark.Value, error) {
	return methodOf("test_sheet", name, s), nil
}

func (s *Sheet) AttrNames() []string { return methodNames("test_sheet") }

var _ = method(&star.Builtin{
	Name:    "test.sheet",
	Doc:     "Prints the rule sheet of a game, as `cardroom rules` does, so that a house reviews its paper as it reviews its code.",
	Returns: "test_sheet",
	Example: `def test_paper(t):
    s = t.sheet("angies/lowball", "players")
    s.expect("Five cards constitute a hand; more or fewer is dead.")
    s.never("Schedule D")
`,
	Params: []star.Param{
		{Name: "game", Type: "string", Doc: `"HOUSE/GAME", or "./file.star:name" next to the test`},
		{Name: "reader", Type: "string", Default: `"players"`, Doc: `for whom: "players" or "floor"`},
		{Name: "stakes", Type: "string", Default: `""`, Doc: "the stakes; left out: the house's"},
		{Name: "set", Type: "string or dict", Default: `""`, Doc: "values of options"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		t := c.On.(*T)
		set, err := readings(c)
		if err != nil {
			return nil, err
		}
		game, err := t.ref(c)
		if err != nil {
			return nil, err
		}
		of := SheetOf{Game: game, Stakes: c.String("stakes"), Reader: c.String("reader"), Set: set, Mutant: t.suite.options.mutant}
		own := t.suite.ownHouse(t.test.File)
		switch {
		case !slices.Contains(docs.Readers, of.Reader):
			return nil, c.Errorf("reader", "a sheet is for %s, not for %q", strings.Join(docs.Readers, " or "), of.Reader)
		case t.suite.options.Sheet == nil:
			return nil, c.Errorf("", "sheets are printed by 'cardroom test' only")
		case own != "" && path.Dir(game) == path.Base(own): // the printer knows the house of this name that is built in
			return nil, c.HintErrorf("game", "write \"./FILE.star:NAME\"", "the scripts next to the test replace the house %s: name the game by its script", path.Base(own))
		}
		text, err := t.suite.options.Sheet(t.ctx, of)
		if err != nil {
			return nil, faultOf(c, "game", err)
		}
		return &Sheet{of: of, text: unfolded(text)}, nil
	},
})

// spaced returns a text with single spaces, so that it does not matter where lines are broken.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// unfolded returns the headings and paragraphs of a sheet, a line each: a blank line ends one, and a heading is what stands further left
// than the line below it.
func unfolded(text string) string {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	var b strings.Builder
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		b.WriteString(spaced(line))
		if next := lines[min(i+1, len(lines)-1)]; spaced(line) == "" || spaced(next) == "" || indent(line) == 0 && indent(next) > 0 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// mostSheetWords is the number of words of the nearest sentence that a failure shows.
const mostSheetWords = 40

var _ = method(&star.Builtin{
	Name:    "test_sheet.expect",
	Doc:     "Expects words on the sheet, wherever its lines are broken. A heading is no part of the sentence below it.",
	Returns: "test_sheet",
	Example: `def test_paper(t):
    t.sheet("angies/holdem").expect("2 cards face down to each player.")
`,
	Params: []star.Param{{Name: "words", Type: "string", Doc: "a sentence or a part of one"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s, words := c.On.(*Sheet), spaced(c.String("words"))
		if strings.Contains(s.text, words) {
			return s, nil
		}
		return nil, s.failure(c, words, words)
	},
})

var _ = method(&star.Builtin{
	Name:    "test_sheet.never",
	Doc:     "Expects words not to be on the sheet.",
	Returns: "test_sheet",
	Example: `def test_paper(t):
    t.sheet("angies/holdem").never("straddle")
`,
	Params: []star.Param{{Name: "words", Type: "string", Doc: "a sentence or a part of one"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s, words := c.On.(*Sheet), spaced(c.String("words"))
		if words != "" && !strings.Contains(s.text, words) {
			return s, nil
		}
		return nil, s.failure(c, "no "+words, words)
	},
})

// failure returns what was wanted, and the sentence of the sheet that is nearest to some words.
func (s *Sheet) failure(c *star.Call, want, words string) error {
	return (&Failure{What: "the sheet for " + s.of.Reader, Want: want, Got: s.nearest(words)}).at(c, c.Pos, "")
}

// nearest returns the sentence of the sheet that shares most words with others.
func (s *Sheet) nearest(words string) string {
	wanted := strings.Fields(strings.ToLower(words))
	best, most := "", 0
	for sentence := range strings.SplitSeq(strings.ReplaceAll(s.text, "\n", ". "), ". ") {
		has := strings.Fields(strings.ToLower(sentence))
		n := 0
		for _, w := range wanted {
			if slices.Contains(has, w) {
				n++
			}
		}
		if n > most {
			best, most = sentence, n
		}
	}
	if best == "" {
		return "nothing like it"
	}
	if all := strings.Fields(best); len(all) > mostSheetWords {
		return strings.Join(all[:mostSheetWords], " ") + "… (" + cards.Counted(len(all)-mostSheetWords, "more word") + ")"
	}
	return best
}
