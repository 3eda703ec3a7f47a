package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"github.com/fatih/color"
	"go.starlark.net/starlark"
)

func askCommands() []*command {
	return []*command{
		{
			Name: "doc", Args: "NAME", Group: groupAsk, About: "look up a word of the language, a script, a code, or a name defined here",
			Do: (*Session).doc, Complete: (*Session).topics,
		},
		{
			Name: "type", Args: "EXPR", Group: groupAsk, About: "the type of a value and its attributes",
			Do: (*Session).typeOf,
		},
		{
			Name: "time", Args: "[N] EXPR", Group: groupAsk, About: "time an expression and count its steps",
			More: "With a number N the expression runs that many times, and the time is the average. Times go to standard error.",
			Do:   (*Session).time,
		},
		{
			Name: "eval", Args: "CARDS", Group: groupAsk, About: "rank a hand, high or low, by the showdown of the game at the table",
			More: "Such as :eval 7h5d4c3s2h. Several hands are separated by blanks; cards of the board follow a bar: :eval AsAd2d3c | 8c7d4hKsQs. For the name of a hand, such as :eval aces up, it prints what that names.",
			Do:   (*Session).evalHands,
		},
		{
			Name: "plan", Args: "[GAME]", Group: groupAsk, About: "the compiled plan of a game, step by step",
			More: "GAME is a game's id, a script, or a name defined here; the default is the game at the table.",
			Do:   (*Session).plan, Complete: (*Session).games,
		},
		{
			Name: "rules", Args: "[GAME]", Group: groupAsk, About: "the rule sheet of a game",
			More: "GAME is a game's id, a script, or a name defined here; the default is the game at the table.",
			Do:   (*Session).rules, Complete: (*Session).games,
		},
	}
}

// doc implements ":doc NAME". It looks among the names defined here, then in
// the reference.
func (s *Session) doc(_ context.Context, name string) error {
	if name == "" {
		return s.needed("doc", "a NAME")
	}
	return s.lookUp(name)
}

func (s *Session) lookUp(name string) error {
	v := s.path(name)
	if f, ok := v.(*starlark.Function); ok {
		s.printf("%s\n", s.out.Paint(signature(f), color.Bold))
		if doc := star.Dedent(f.Doc()); doc != "" {
			s.printf("\n%s\n", doc)
		}
		s.printf("\n%s\n", s.out.Paint(f.Position().String(), color.Faint))
		return nil
	}
	if b, ok := v.(*starlark.Builtin); ok && s.known(b.Name()) {
		name = b.Name()
	}
	switch {
	case s.known(name) || strings.HasSuffix(name, ".star"):
		return s.host.Doc(name)
	case v != nil:
		s.describe(v)
		return nil
	}
	hint := diag.DidYouMean(name, s.topics(""))
	if hint == "" {
		hint = ":help lists the commands; :doc house, :doc betting and so on list the words of a chapter"
	}
	return s.fault(fmt.Sprintf("no word or topic is named %q", name), hint)
}

// known reports whether the reference contains a name.
func (s *Session) known(name string) bool {
	ref := s.reference()
	return ref.Find(name) != nil || ref.House(name) != nil || ref.FindChapter(name) != nil
}

// signature returns the signature of a script function, with the parameters as
// in its definition.
func signature(f *starlark.Function) string {
	var parts []string
	for i := range f.NumParams() {
		name, _ := f.Param(i)
		if d := f.ParamDefault(i); d != nil {
			name += " = " + text(d, 1<<20)
		}
		parts = append(parts, name)
	}
	star := len(parts) - f.NumKwonlyParams()
	if f.HasKwargs() {
		star--
		parts[len(parts)-1] = "**" + parts[len(parts)-1]
	}
	switch {
	case f.HasVarargs():
		// *args is after the keyword-only parameters in the list.
		at := len(parts) - 1
		if f.HasKwargs() {
			at--
		}
		parts[at] = "*" + parts[at]
	case f.NumKwonlyParams() > 0:
		parts = append(parts[:star], append([]string{"*"}, parts[star:]...)...)
	}
	return f.Name() + "(" + strings.Join(parts, ", ") + ")"
}

// typeOf implements ":type EXPR".
func (s *Session) typeOf(ctx context.Context, expr string) error {
	if expr == "" {
		return s.needed("type", "an expression")
	}
	out, err := s.value(ctx, expr)
	if err != nil {
		return err
	}
	if out.Value == nil {
		return s.fault("this is not an expression", "")
	}
	s.describe(out.Value)
	return nil
}

// describe prints a description of a value's type.
func (s *Session) describe(v starlark.Value) {
	head := v.Type()
	switch f := v.(type) {
	case *starlark.Function:
		head += " " + signature(f)
	case *starlark.Builtin:
		head += " " + f.Name()
		if b := dsl.Language().Builtin(f.Name()); b != nil {
			head = "function " + b.Signature()
		}
	}
	s.printf("%s\n", fold(head, s.width()))
	for _, e := range s.reference().Find(v.Type()) {
		if e.Kind == "type" && e.Doc != "" {
			s.printf("%s\n", fold(strings.ReplaceAll(e.Doc, "`", ""), s.width()))
		}
	}
	if pos, ok := star.PosOf(v); ok && pos.Line > 0 {
		s.printf("%s\n", s.out.Paint("made at "+pos.String(), color.Faint))
	}
	names := attributes(v)
	if len(names) == 0 {
		return
	}
	s.printf("%s\n", hang("has ", strings.Join(names, ", "), s.width()))
}

// maxRepeats limits ":time N".
const maxRepeats = 1_000_000

// time implements ":time EXPR" and ":time N EXPR".
func (s *Session) time(ctx context.Context, arg string) error {
	n, expr := 1, arg
	if word, rest, ok := strings.Cut(arg, " "); ok {
		if k, err := strconv.Atoi(word); err == nil {
			n, expr = k, strings.TrimSpace(rest)
		}
	}
	if expr == "" {
		return s.needed("time", "an expression")
	}
	if n < 1 || n > maxRepeats {
		return s.fault(fmt.Sprintf("want a number from 1 to %d, not %d", maxRepeats, n), "")
	}
	if n > 1 {
		return s.repeat(ctx, n, expr)
	}
	start := time.Now()
	out, err := s.value(ctx, expr)
	if err != nil {
		return err
	}
	took := time.Since(start)
	s.show(out.Value)
	s.remark("%s, %d steps", rounded(took), out.Steps)
	return nil
}

// repeat evaluates an expression many times, in one loop.
func (s *Session) repeat(ctx context.Context, n int, expr string) error {
	start := time.Now()
	out, err := s.value(ctx, fmt.Sprintf("[(%s) for _time in range(%d)][-1]", expr, n))
	if err != nil {
		return err
	}
	took := time.Since(start)
	s.show(out.Value)
	s.remark("%d times, %s and %d steps each", n, rounded(took/time.Duration(n)), out.Steps/uint64(n))
	return nil
}

// rounded returns a duration with three significant digits.
func rounded(d time.Duration) string {
	unit := time.Nanosecond
	for d >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// game returns the game with a name: defined here, in a script, or of a house.
func (s *Session) game(name string) (*plan.Game, error) {
	if v := s.path(name); v != nil {
		if g, ok := dsl.GameIn(s.in, name, v); ok {
			return g, nil
		}
	}
	ref, err := s.host.Ref(name)
	if err != nil {
		return nil, err
	}
	g, err := s.lib.Find(ref)
	if err != nil {
		return nil, s.host.Respell(err, name)
	}
	return g, nil
}

// rules implements ":rules GAME".
func (s *Session) rules(_ context.Context, name string) error {
	g, err := s.gameOrTable("rules", name)
	if err != nil {
		return err
	}
	return s.host.Rules(g)
}

// evalHands implements ":eval CARDS".
func (s *Session) evalHands(ctx context.Context, hands string) error {
	if hands == "" {
		return s.needed("eval", "CARDS")
	}
	if s.desk.Game == nil {
		return s.fault("which game's hands?", ":table GAME sets one up")
	}
	for _, word := range strings.Fields(hands) {
		if _, ok := rank.ByName(word); ok {
			return s.fault(word+" is a ranking, and :eval ranks by the showdown of the game", "evaluate("+strings.ReplaceAll(word, "-", "_")+`, "AhKd2c3c4c") ranks by any`)
		}
	}
	if rank.IsName(hands) {
		return s.evalName(hands)
	}
	return s.host.Eval(ctx, s.desk.Game, hands)
}

// evalName prints what a name of a hand means at the showdown of the game at the table.
func (s *Session) evalName(name string) error {
	found := false
	for i := range s.desk.Game.Steps {
		sd := s.desk.Game.Steps[i].Show
		if sd == nil {
			continue
		}
		for k := range sd.Parts {
			r := sd.Parts[k].Ranking
			if r == nil {
				continue
			}
			n, known := r.Named(name)
			least, best := n.Range()
			if !known || best == 0 {
				continue
			}
			text := r.Describe(best)
			if worst := r.Describe(least); worst != text && !n.Nuts {
				text = worst + " to " + text
			}
			s.printf("%s\n", hang(name+": ", text+" ("+r.Name()+")", s.width()))
			found = true
		}
	}
	if !found {
		return s.fault("no hand of "+s.desk.Game.Name+" is called "+name, "'doc names' has the names of hands")
	}
	return nil
}

// plan implements ":plan GAME".
func (s *Session) plan(_ context.Context, name string) error {
	g, err := s.gameOrTable("plan", name)
	if err != nil {
		return err
	}
	s.printPlan(g)
	return nil
}

// gameOrTable returns the named game, or without a name the game at the table.
func (s *Session) gameOrTable(command, name string) (*plan.Game, error) {
	switch {
	case name != "":
		return s.game(name)
	case s.desk.Game != nil:
		return s.desk.Game, nil
	}
	return nil, s.needed(command, "a GAME")
}
