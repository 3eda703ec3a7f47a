// Package check finds faults in scripts before anybody plays by them.
//
// A [Checker] reads scripts without running them (names, calls, what is never
// used or never reached), loads those that load, and looks at the plans of their
// games (cards, steps, showdowns, hooks). Every finding is a [Finding]: a
// [diag.Error] with a code that 'cardroom doc' explains. A comment in the script
// silences a code, "# cardroom: ignore=CR101", and one that silences nothing is
// itself a finding.
//
// What the language takes is asked of its words (suite.Words); nothing here
// repeats it. Package cardroom/engine/enumerate plays games to the end of every
// line.
package check

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/clauses"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"go.starlark.net/syntax"
)

// Codes of findings, besides those of the loader. A code keeps its meaning
// forever; each has a page in cardroom/dsl/reference.
const (
	codeCall          = "CR032" // a function of a script does not take these arguments
	codeAttribute     = "CR033" // a value has no such field or method
	codeUnused        = "CR100" // a variable that nothing reads
	codeUnusedLoad    = "CR101" // a load that nothing uses
	codeUnusedPrivate = "CR102" // a private name that nothing uses
	codeUnusedOption  = "CR103" // an option that nothing reads
	codeUnreachable   = "CR104" // a statement that is never run
	codeNoEffect      = "CR105" // a statement that does nothing
	codeUninitialized = "CR106" // a variable that may have no value
	codeReturn        = "CR107" // a function that returns a value on some ways only
	codeUnusedIgnore  = "CR108" // an ignore comment that silences nothing
	codeRedefined     = "CR109" // a word of the language with a new meaning
	codeDuplicateKey  = "CR110" // a key that a dict has twice
	codeMisuse        = "CR111" // an operation that fails when it is run
	codeDeadStep      = "CR121" // a step that is never reached
	codeShowdown      = "CR122" // a showdown that nobody may win
	codeHookCost      = "CR123" // a hook that takes long
	codeStub          = "CR124" // a table at which the cards run out
	codeIdleStep      = "CR125" // a step that changes nothing
	codeRound         = "CR126" // a round of betting that the game does not have
	codeTwoRounds     = "CR127" // two rounds of the same name
	codeClause        = "CR128" // a clause that the house does not have
	codeSubject       = "CR129" // a clause that is about something else
	codeOrigin        = "CR130" // a rule that comes from nowhere
	codeConservation  = "CR140" // a hand in which chips or cards appear or vanish
	codeTermination   = "CR141" // a hand that does not end
	codeLegality      = "CR142" // an action that is offered and refused, or taken and not offered
	codeDeterminism   = "CR143" // the same cards and actions that lead elsewhere
	codePlay          = "CR144" // a hand that cannot be finished
)

// Finding is a fault of a script.
type Finding struct {
	*diag.Error
	// Fix repairs the fault without changing what the script means; nil when
	// only its author can.
	Fix []Edit
	// Hand is a hand that shows the fault, as a .phhs file that 'cardroom replay'
	// plays; "" for faults of another kind.
	Hand string
	// Line tells in words, an event a line, of a hand that only a small version of
	// the game shows, or that goes wrong otherwise than by an error.
	Line string
}

// Checker checks scripts. It is not safe for use by several goroutines.
type Checker struct {
	lib     *dsl.Library
	scripts map[string]*script                                   // by Module.Path; nil for those that cannot be read
	known   []string                                             // scripts that may load from others, by Module.Path
	clauses map[string]*clauses.List                             // by folder; nil for one that lists none
	lent    map[string]func(id string) (*clauses.Clause, string) // by the folder that borrows
	params  map[*syntax.DefStmt]*parameters
	asked   map[loaded]bool // what the scripts of the folders in folders load, and from where
	folders map[string]bool

	costs []Cost
	found []*Finding
	seen  map[key]bool
	lines map[line]bool // with findings

	parsed star.Parsed // scripts that are loaded anew under other readings

	guesses int // see suggest
	looks   int // see values
}

// line is a line of a script.
type line struct {
	file string
	line int32
}

// Bounds of the work for one script. A script of a thousand lines needs a
// hundredth of either; without them the work would grow with the square of the
// text, or with 2 to the power of the lines.
const (
	maxGuesses = 1_000_000 // names compared to find what a misspelt one was meant to be
	maxLooks   = 2_000_000 // expressions looked at to find what arguments may be
)

// key tells findings apart.
type key struct {
	code string
	pos  diag.Pos
}

// New makes a checker over a library.
func New(lib *dsl.Library) *Checker {
	return &Checker{
		lib: lib, scripts: map[string]*script{}, clauses: map[string]*clauses.List{}, lent: map[string]func(string) (*clauses.Clause, string){}, params: map[*syntax.DefStmt]*parameters{},
		asked: map[loaded]bool{}, folders: map[string]bool{}, seen: map[key]bool{}, lines: map[line]bool{},
	}
}

// Scripts checks scripts, by the names that a [dsl.Loader] takes, and returns
// what it found in the order of the scripts and their lines. The errors are
// about scripts that cannot be read; the others are checked nevertheless.
func (c *Checker) Scripts(ctx context.Context, refs []string) ([]*Finding, error) {
	var errs []error
	for _, ref := range refs {
		if s := c.read(ref); s != nil {
			c.known = append(c.known, s.Path)
		}
	}
	for _, ref := range refs {
		if ctx.Err() != nil {
			return c.Findings(), ctx.Err()
		}
		if s := c.read(ref); s != nil {
			c.script(ctx, s)
			continue
		}
		_, err := c.lib.Read(ref)
		errs = append(errs, err)
	}
	return c.Findings(), errors.Join(errs...)
}

// script checks one script.
func (c *Checker) script(ctx context.Context, s *script) {
	c.guesses, c.looks = maxGuesses, maxLooks
	for _, e := range s.Errors {
		c.add(e, nil)
	}
	if s.File != nil {
		c.names(s)
		c.calls(s)
		c.flow(s)
		c.cites(s)
	}
	c.load(ctx, s)
}

// load loads a script and checks its games.
func (c *Checker) load(ctx context.Context, s *script) {
	m, err := c.lib.LoadContext(ctx, s.Path)
	if err != nil {
		var e *diag.Error
		if errors.As(err, &e) && e.Code != star.CodeCancelled {
			for _, one := range e.All() {
				one.Stack = e.Stack
				c.addRun(one)
			}
		}
		return
	}
	games := c.lib.GamesOf(m, gamePrefix(s.Path))
	for _, g := range games {
		c.game(g)
	}
	c.origins(ctx, s, games)
	c.tables(ctx, m)
}

// gamePrefix returns what stands before the name of a game in its id.
func gamePrefix(file string) string {
	if rest, ok := strings.CutPrefix(file, "@scripts//"); ok {
		return path.Dir(rest) + "/"
	}
	return file + ":"
}

// add notes an error, once for each code and place.
func (c *Checker) add(e *diag.Error, fix []Edit) {
	k := key{e.Code, e.Pos}
	if c.seen[k] {
		return
	}
	c.seen[k], c.lines[line{e.Pos.File, e.Pos.Line}] = true, true
	c.lib.Illustrate(e)
	c.found = append(c.found, &Finding{Error: e, Fix: fix})
}

// addRun notes an error that came up when something ran. On a line with a
// finding it is taken for what the finding leads to.
func (c *Checker) addRun(e *diag.Error) {
	if c.lines[line{e.Pos.File, e.Pos.Line}] && e.Code != star.CodePlan && e.Code != star.CodeCycle {
		return
	}
	c.add(e, nil)
}

// addAt notes a finding.
func (c *Checker) addAt(at diag.Pos, code, hint, msg string, fix ...Edit) {
	c.add(&diag.Error{Pos: at, Code: code, Msg: msg, Hint: hint}, fix)
}

// suggest returns the hint for a misspelt name, "" when no candidate is close, or when
// too many names were compared in this script already.
func (c *Checker) suggest(name string, candidates []string) string {
	if c.guesses <= 0 {
		return ""
	}
	c.guesses -= len(candidates)
	return diag.DidYouMean(name, candidates)
}

// maxShown is how many findings of one script are shown.
const maxShown = 100

// Shown returns the first findings of each script, and how many more there are in
// those that have more than maxShown.
func Shown(findings []*Finding) (shown []*Finding, more map[string]int) {
	more = map[string]int{}
	n := map[string]int{}
	for _, f := range findings {
		if n[f.Pos.File]++; n[f.Pos.File] <= maxShown {
			shown = append(shown, f)
		} else {
			more[f.Pos.File]++
		}
	}
	return shown, more
}

// Findings returns what was found so far, in the order of the scripts and their
// lines, without what comments silence.
func (c *Checker) Findings() []*Finding {
	out := c.ignored(c.found)
	order := map[string]int{}
	for i, p := range c.known {
		order[p] = i + 1
	}
	slices.SortStableFunc(out, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(order[a.Pos.File], order[b.Pos.File]), cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.Code, b.Code))
	})
	return out
}

// posOf returns a position of Starlark as scripts' positions are kept.
func posOf(p syntax.Position) diag.Pos {
	return diag.Pos{File: p.Filename(), Line: p.Line, Col: p.Col}
}

// start returns where a piece of a script begins.
func start(n syntax.Node) diag.Pos { return posOf(syntax.Start(n)) }
