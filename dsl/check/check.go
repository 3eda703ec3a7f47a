package check

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/syntax"
)

// Codes of findings, in addition to those of the loader. A code never changes
// its meaning; each has a page in cardroom/dsl/reference.
const (
	codeCall          = "CR032" // a function of a script does not take these arguments
	codeAttribute     = "CR033" // a value has no such field or method
	codeUnused        = "CR100" // a variable that nothing reads
	codeUnusedLoad    = "CR101" // a load that nothing uses
	codeUnusedPrivate = "CR102" // a private name that nothing uses
	codeUnusedOption  = "CR103" // an option that nothing reads
	codeUnreachable   = "CR104" // a statement that never runs
	codeNoEffect      = "CR105" // a statement that does nothing
	codeUninitialized = "CR106" // a variable that may have no value
	codeReturn        = "CR107" // a function that returns a value on some paths only
	codeUnusedIgnore  = "CR108" // an ignore comment that silences nothing
	codeRedefined     = "CR109" // a word of the language with a new meaning
	codeDuplicateKey  = "CR110" // a key that occurs twice in a dict
	codeMisuse        = "CR111" // an operation that fails when it runs
	codeDeadStep      = "CR121" // an unreachable step
	codeShowdown      = "CR122" // a showdown that nobody may win
	codeHookCost      = "CR123" // a slow hook
	codeStub          = "CR124" // a table at which the deck runs out
	codeIdleStep      = "CR125" // a step that changes nothing
	codeRound         = "CR126" // a betting round that the game does not have
	codeTwoRounds     = "CR127" // two rounds with the same name
	codeClause        = "CR128" // a clause that the house does not have
	codeSubject       = "CR129" // a clause about something else
	codeOrigin        = "CR130" // a rule without an origin
	codeReading       = "CR131" // a reading that nobody has written down
	codeWordless      = "CR132" // a condition without words
	codeUnposted      = "CR133" // stakes with an amount that nobody posts
	codePairedLow     = "CR134" // a low hand for which pairs are best
	codeConservation  = "CR140" // a hand in which chips or cards appear or vanish
	codeTermination   = "CR141" // a hand that does not end
	codeLegality      = "CR142" // an action that is offered but refused, or accepted but not offered
	codeDeterminism   = "CR143" // different results from the same cards and actions
	codePlay          = "CR144" // a hand that cannot be finished
)

// Finding is an error in a script.
type Finding struct {
	*diag.Error
	// Fix repairs the error without changing the meaning of the script; nil if
	// only the author can do that.
	Fix []Edit
	// Hand is a hand that shows the error, as a .phhs file for 'cardroom
	// replay'; "" for other kinds of errors.
	Hand string
	// Line describes in words, one event per line, a hand that occurs only in a
	// small version of the game, or that goes wrong without an error.
	Line string
}

// Checker checks scripts. It is not safe for concurrent use.
type Checker struct {
	// Game is the only game of a script that is played, by the last part of its id, for quick answers. "", or a name that the script
	// does not have: all games and tables.
	Game string

	lib     *dsl.Library
	scripts map[string]*script                                // by Module.Path; nil for those that cannot be read
	known   []string                                          // scripts that may load from others, by Module.Path
	clauses map[string]*docs.Clauses                          // by folder; nil for a folder without a list
	lent    map[string]func(id string) (*docs.Clause, string) // by the borrowing folder
	written map[string]*docs.Readings                         // by folder: its own list, the shared one and those of other houses
	params  map[*syntax.DefStmt]*parameters
	asked   map[loaded]bool // names that scripts in the folders load, and from where
	folders map[string]bool

	costs  []Cost
	found  []*Finding
	behind []*Finding // errors of loading on lines with other findings; see addRun
	seen   map[key]bool
	lines  map[line]bool // lines with findings

	parsed star.Parsed // scripts that are loaded again with other option values

	guesses int // see suggest
	looks   int // see values
}

// line is a line of a script.
type line struct {
	file string
	line int32
}

// Limits of the work for one script. A script of a thousand lines needs a
// hundredth of either; without limits the work could grow with the square of
// the text, or exponentially with the lines.
const (
	maxGuesses = 1_000_000 // names compared to find suggestions for misspelled ones
	maxLooks   = 2_000_000 // expressions evaluated to find the values of arguments
)

// key identifies a finding.
type key struct {
	code string
	pos  diag.Pos
}

// New returns a checker that uses a library.
func New(lib *dsl.Library) *Checker {
	return &Checker{
		lib: lib, scripts: map[string]*script{}, clauses: map[string]*docs.Clauses{}, lent: map[string]func(string) (*docs.Clause, string){}, written: map[string]*docs.Readings{}, params: map[*syntax.DefStmt]*parameters{},
		asked: map[loaded]bool{}, folders: map[string]bool{}, seen: map[key]bool{}, lines: map[line]bool{},
	}
}

// Scripts checks scripts, by the names that a [dsl.Loader] takes, and returns
// the findings in the order of the scripts and their lines. The errors are
// about scripts that cannot be read; the others are checked anyway.
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
	for _, r := range s.Renamed {
		c.add(r.Error, r.Edits)
	}
	if s.File != nil {
		c.names(s)
		c.calls(s)
		c.flow(s)
		c.cites(s)
		c.refs(s)
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
	named := func(g *plan.Game) bool { return strings.HasSuffix(g.ID, ":"+c.Game) }
	one := slices.ContainsFunc(games, named)
	for _, g := range games {
		c.game(g, !one || named(g))
	}
	c.unposted(s.Path, games)
	c.origins(ctx, s, games)
	if !one {
		c.tables(ctx, m)
	}
}

// gamePrefix returns the part of a game's id before its name.
func gamePrefix(file string) string {
	if rest, ok := strings.CutPrefix(file, "@scripts//"); ok {
		return path.Dir(rest) + "/"
	}
	return file + ":"
}

// add records an error, once for each code and position.
func (c *Checker) add(e *diag.Error, fix []Edit) {
	k := key{e.Code, e.Pos}
	if c.seen[k] || c.seen[key{star.CodeRenamed, e.Pos}] {
		return
	}
	if fix == nil {
		fix = c.once(e)
	}
	c.seen[k], c.lines[line{e.Pos.File, e.Pos.Line}] = true, true
	c.lib.Illustrate(e)
	c.found = append(c.found, &Finding{Error: e, Fix: fix})
}

// once returns the edits for a name that was called otherwise once, or a call that was allowed once as it stands, where the error comes from
// loading another script.
func (c *Checker) once(e *diag.Error) (out []Edit) {
	s := c.scripts[e.Pos.File]
	if e.Code == star.CodeRenamed {
		s = c.read(e.Pos.File)
	}
	if s == nil || s.File == nil {
		return nil
	}
	for _, r := range s.Renamed {
		if r.Pos == e.Pos {
			return r.Edits
		}
	}
	for _, r := range dsl.Language().Renamed() {
		if r.When == "" || !strings.Contains(e.Msg, r.When) {
			continue
		}
		syntax.Walk(s.File, func(n syntax.Node) bool {
			call, ok := n.(*syntax.CallExpr)
			if !ok {
				return true
			}
			if id, named := unparen(call.Fn).(*syntax.Ident); named && id.Name == r.Old && len(call.Args) == 0 && start(id) == e.Pos {
				out = []Edit{{Line: call.Rparen.Line, Col: call.Rparen.Col, EndLine: call.Rparen.Line, EndCol: call.Rparen.Col, Text: r.Add}}
			}
			return true
		})
	}
	return out
}

// loads reports whether a code is of an error that a load raises, which no comment
// silences: those below CR100.
func loads(code string) bool { return code < "CR100" }

// foretold are findings that say what the error of a load says when it comes to
// their line: the code of the finding, and words of that error.
var foretold = map[string]string{
	codeCall: "function ", codeAttribute: " has no .", codeUninitialized: " referenced before assignment", codeDuplicateKey: "duplicate key",
}

// addRun records an error that occurred at run time. An error of loading is always
// shown, unless a finding that no comment silences says the same about its line. In
// play, an error on a line with findings is considered a consequence of them.
func (c *Checker) addRun(e *diag.Error) {
	if e.Code == star.CodePlan || e.Code == star.CodeCycle || !c.lines[line{e.Pos.File, e.Pos.Line}] {
		c.add(e, nil)
		return
	}
	if k := (key{e.Code, e.Pos}); !c.seen[k] {
		c.seen[k] = true
		c.lib.Illustrate(e)
		c.behind = append(c.behind, &Finding{Error: e})
	}
}

// explains reports whether an error that occurred at run time need not be shown
// next to a finding.
func (f *Finding) explains(e *Finding) bool {
	if f.Pos.File != e.Pos.File || f.Pos.Line != e.Pos.Line || f.Code == codeUnusedIgnore {
		return false
	}
	words, ok := foretold[f.Code]
	return !loads(e.Code) || ok && strings.Contains(e.Msg, words)
}

// addAt records a finding.
func (c *Checker) addAt(at diag.Pos, code, hint, msg string, fix ...Edit) {
	c.add(&diag.Error{Pos: at, Code: code, Msg: msg, Hint: hint}, fix)
}

// suggest returns the hint for a misspelled name; "" if no candidate is
// similar, or if the comparisons for this script are used up.
func (c *Checker) suggest(name string, candidates []string) string {
	if c.guesses <= 0 {
		return ""
	}
	c.guesses -= len(candidates)
	return diag.DidYouMean(name, candidates)
}

// maxShown is the number of findings shown per script.
const maxShown = 100

// Shown returns the first findings of each script, and the number of those left
// out for scripts with more than maxShown.
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

// Findings returns the findings so far, in the order of the scripts and their
// lines, without those that comments silence.
func (c *Checker) Findings() []*Finding {
	out := c.ignored(slices.Concat(c.found, c.behind))
	for _, f := range c.behind {
		if slices.ContainsFunc(out, func(o *Finding) bool { return o != f && o.explains(f) }) {
			out = slices.DeleteFunc(out, func(o *Finding) bool { return o == f })
		}
	}
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

// posOf converts a Starlark position.
func posOf(p syntax.Position) diag.Pos {
	return diag.Pos{File: p.Filename(), Line: p.Line, Col: p.Col}
}

func start(n syntax.Node) diag.Pos { return posOf(syntax.Start(n)) }
