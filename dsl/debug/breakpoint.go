package debug

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Breakpoint is a place where a program stops: a line of a script, or what On names.
type Breakpoint struct {
	Number int
	// File and Line name a line of a script: a statement in a function, or a step of the plan. File is the loader's name of
	// the script, or the end of that name.
	File string
	Line int
	// On is "step:NAME", "event:KIND", "turn:SEAT", "change:EXPR" for an expression of the table whose value has changed, or the
	// name of a function.
	On string
	// If is a condition that must be true. Hits selects which hits stop the program: "3" from the third on, "=3" only the
	// third, "%3" every third.
	If, Hits string
	// Log is printed instead of stopping. Expressions in braces are replaced by their values.
	Log string

	// Bound reports whether the program can stop at this breakpoint; Why says why it cannot.
	Bound bool
	At    diag.Pos
	Why   string

	counted
	files int // number of scripts loaded when the breakpoint was last bound
	game  *plan.Game
}

// counted is what a breakpoint remembers from moment to moment.
type counted struct {
	hits  int
	value starlark.Value // of the expression that it watches, nil before it was seen
}

// watched returns the expression that the breakpoint watches, "" if it watches none.
func (b *Breakpoint) watched() string {
	text, _ := strings.CutPrefix(b.On, "change:")
	if text == b.On {
		return ""
	}
	return text
}

// String returns the breakpoint as the user set it.
func (b *Breakpoint) String() string {
	text := b.On
	if b.File != "" {
		text = fmt.Sprintf("%s:%d", b.File, b.Line)
	}
	if b.If != "" {
		text += " if " + b.If
	}
	if b.Hits != "" {
		text += " hits " + b.Hits
	}
	if b.Log != "" {
		text += " log " + b.Log
	}
	return text
}

// mostBreakpoints is the largest number of breakpoints in a session.
const mostBreakpoints = 1000

// Break sets a breakpoint while the program waits. It returns the breakpoint with its number.
func (s *Session) Break(b Breakpoint) *Breakpoint {
	s.made++
	b.Number, b.counted = s.made, counted{}
	own := &b
	s.bind(own)
	if text := own.watched(); text != "" && s.running && s.now.Hand != nil {
		own.value, _ = s.tableEval(text)
	}
	if len(s.breaks) < mostBreakpoints {
		s.breaks = append(s.breaks, own)
	} else {
		own.Bound, own.Why = false, fmt.Sprintf("the limit of %d breakpoints is reached", mostBreakpoints)
	}
	if b.Hits != "" {
		s.Recount()
	}
	return own
}

// Recount recomputes the hit counts of all breakpoints. Call it after changing the Hits of a breakpoint.
func (s *Session) Recount() {
	if s.running {
		s.marks = nil
		s.To(s.n)
	}
}

// Check returns an error if the condition, the hit count or the watched expression of a breakpoint is not valid.
func (s *Session) Check(b *Breakpoint) error {
	if b.Hits != "" {
		if err := CheckHits(b.Hits); err != nil {
			return err
		}
	}
	if text := b.watched(); text != "" {
		err := s.scripts.Check(text)
		if err == nil && s.running && s.now.Hand != nil {
			_, err = s.tableEval(text)
		}
		if err != nil {
			return err
		}
	}
	if b.If != "" {
		return s.scripts.Check(b.If)
	}
	return nil
}

// Unset removes a breakpoint. If it was the newest, the next breakpoint gets its number.
func (s *Session) Unset(b *Breakpoint) {
	if s.Clear(func(x *Breakpoint) bool { return x == b }) == 1 && b.Number == s.made {
		s.made--
	}
}

// Clear removes the breakpoints for which the function returns true. It returns how many it removed.
func (s *Session) Clear(which func(*Breakpoint) bool) int {
	before := len(s.breaks)
	s.breaks = slices.DeleteFunc(s.breaks, which)
	return before - len(s.breaks)
}

// Breakpoints returns the breakpoints in the order they were set.
func (s *Session) Breakpoints() []*Breakpoint { return s.breaks }

// CheckHits returns an error if a hit count is not valid.
func CheckHits(text string) error {
	if _, _, ok := splitHits(text); !ok {
		return diag.Refuse(fmt.Sprintf("%q is not a hit count", text), "3 stops from the third hit on, =3 only at the third, %3 at every third")
	}
	return nil
}

func splitHits(text string) (op string, n int, ok bool) {
	text = strings.TrimSpace(text)
	for _, op = range []string{">=", "==", "=", "%", ">", ""} {
		if rest, found := strings.CutPrefix(text, op); found {
			n, err := strconv.Atoi(strings.TrimSpace(rest))
			return op, n, err == nil && n > 0
		}
	}
	return "", 0, false
}

// bind finds the place where a breakpoint stops. Breakpoints are bound again when more scripts load.
func (s *Session) bind(b *Breakpoint) {
	files := s.scripts.Files()
	b.files, b.game = len(files), s.game
	b.Bound, b.Why = false, ""
	kind, name, named := strings.Cut(b.On, ":")
	switch {
	case b.File != "":
		s.bindLine(b, files)
	case named && kind == "change":
		if b.Bound = name != ""; !b.Bound {
			b.Why = "write change:pot, or change:seats[1].stack for seat 2"
		}
	case named && kind == "turn":
		n, err := strconv.Atoi(name)
		if b.Bound = err == nil && n >= 1; !b.Bound {
			b.Why = "write turn:3 for seat 3"
		}
	case named && kind == "event":
		b.Bound = slices.Contains(EventNames(), strings.ReplaceAll(plain(name), " ", "-"))
		if !b.Bound {
			b.Why = fmt.Sprintf("no event is called %q; %s", name, diag.DidYouMean(name, EventNames()))
		}
	case named && kind == "step":
		s.bindStep(b, name)
	default:
		s.bindFunction(b, files)
	}
}

// plain returns a name normalized for comparison: lower case, with one space between words.
func plain(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == ' ' }), " ")
}

// EventNames returns the names of events that a breakpoint accepts.
func EventNames() (out []string) {
	for _, k := range hand.EventKinds() {
		out = append(out, strings.ReplaceAll(k.String(), " ", "-"))
	}
	return append(out, "showdown")
}

// stepNames returns the names of a step, starting with its number.
func stepNames(g *plan.Game, i int) []string {
	st := &g.Steps[i]
	if st.Ask != nil {
		return []string{strconv.Itoa(i + 1), plain(st.Ask.Words.Name), plain(st.Name), plain(st.Ask.Words.Say)}
	}
	return []string{strconv.Itoa(i + 1), st.Kind.String(), plain(st.Name)}
}

// StepNames returns the names of all steps of the game, for completion and hints.
func (s *Session) StepNames() (out []string) {
	for i := range s.steps() {
		for _, name := range stepNames(s.game, i)[1:] {
			if name != "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func (s *Session) steps() []plan.Step {
	if s.game == nil {
		return nil
	}
	return s.game.Steps
}

func (s *Session) bindStep(b *Breakpoint, name string) {
	for i := range s.steps() {
		if slices.Contains(stepNames(s.game, i), plain(name)) {
			b.Bound, b.At = true, s.game.Steps[i].Pos
			return
		}
	}
	b.Why = fmt.Sprintf("no step is called %q: there are %s", name, strings.Join(s.StepNames(), ", "))
	if s.game == nil {
		b.Why = "no game is played yet"
	}
}

// Functions returns the names of the functions in the loaded scripts.
func (s *Session) Functions() (out []string) {
	for _, file := range s.scripts.Files() {
		for _, p := range s.scripts.Points(file) {
			if !slices.Contains(out, p.Function) {
				out = append(out, p.Function)
			}
		}
	}
	return out
}

func (s *Session) bindFunction(b *Breakpoint, files []string) {
	var known []string
	for _, file := range files {
		for _, p := range s.scripts.Points(file) {
			if p.Function == b.On {
				b.Bound, b.At = true, p.Start
				return
			}
			known = append(known, p.Function)
		}
	}
	b.Why = fmt.Sprintf("no function is called %q", b.On)
	if hint := diag.DidYouMean(b.On, known); hint != "" {
		b.Why += "; " + hint
	}
}

// sameFile reports whether the file typed for a breakpoint matches the loader's name of a script.
func sameFile(typed, loaded string) bool {
	return typed == loaded || strings.HasSuffix(loaded, "/"+strings.TrimPrefix(typed, "./"))
}

// bindLine binds a breakpoint to the statement or step on its line, or to the next one below.
func (s *Session) bindLine(b *Breakpoint, files []string) {
	line, best, score := int32(b.Line), diag.Pos{}, int32(1<<30)
	take := func(at diag.Pos, n int32) {
		if n < score {
			best, score = at, n
		}
	}
	known := false
	for _, file := range files {
		if !sameFile(b.File, file) {
			continue
		}
		known = true
		for _, p := range s.scripts.Points(file) {
			switch {
			case p.Start.Line == line:
				take(p.Start, 0)
			case p.Start.Line < line && line <= p.End.Line:
				take(p.Start, 2)
			case p.Start.Line > line:
				take(p.Start, 2+2*(p.Start.Line-line))
			}
		}
	}
	for i := range s.steps() {
		if at := s.game.Steps[i].Pos; sameFile(b.File, at.File) && at.Line >= line {
			known = true
			take(at, 1+2*(at.Line-line))
		}
	}
	switch {
	case score < 1<<30:
		b.Bound, b.At = true, best
	case known:
		b.Why = "no code at or below this line runs during a hand"
	default:
		b.Why = "the script is not loaded"
	}
}

// matches reports whether a moment is at a breakpoint, ignoring its condition and hit count.
func (s *Session) matches(b *Breakpoint, m *Moment) bool {
	if m.Kind == Statement && !b.Bound && b.files != len(s.scripts.Files()) || m.Kind == Begins && b.game != s.game {
		s.bind(b)
	}
	if !b.Bound {
		return false
	}
	kind, name, named := strings.Cut(b.On, ":")
	switch {
	case b.File != "" || !named:
		return m.Kind == Statement && m.point.Start == b.At || m.Kind == Begins && m.Hand.Step() != nil && m.Hand.Step().Pos == b.At
	case kind == "turn":
		d := m.Hand
		return m.Kind == Decides && strconv.Itoa(int(d.Pending().Seat)+1) == name
	case kind == "event":
		return m.Kind == Happened && m.Event.Kind.String() == plain(name) || m.Kind == Begins && plain(name) == "showdown" && m.Hand.Step().Show != nil
	}
	return m.Kind == Begins && slices.Contains(stepNames(s.game, m.stepNumber()), plain(name))
}

// stepNumber returns the index of the current step of the plan, for a round that is repeated that of the first, or -1 if there is none.
func (m *Moment) stepNumber() int {
	g, st := m.Hand.Plan().Game, m.Hand.Step()
	for i := range g.Steps {
		if &g.Steps[i] == st {
			return g.First(i)
		}
	}
	return -1
}

// hit reports whether a breakpoint stops the program at a moment. A log point prints its text and does not stop. A
// condition that fails stops the program and returns its error.
func (s *Session) hit(b *Breakpoint, m *Moment) (bool, error) {
	if text := b.watched(); text != "" {
		if changed, err := s.changed(b, text, m); !changed {
			return err != nil && b.Log == "", err
		}
	} else if !s.matches(b, m) {
		return false, nil
	}
	if b.If != "" {
		v, err := s.evalNow(b.If)
		if err != nil {
			return b.Log == "", fmt.Errorf("condition %s: %w", b.If, err)
		}
		if !v.Truth() {
			return false, nil
		}
	}
	b.hits++
	if !b.counts() {
		return false, nil
	}
	if b.Log == "" {
		return true, nil
	}
	if !s.silent && s.Output != nil {
		s.Output(s.expand(b.Log))
	}
	return false, nil
}

// changed reports whether the value of the expression that a breakpoint watches is another one than at the moment before. While a
// script runs the table does not change.
func (s *Session) changed(b *Breakpoint, text string, m *Moment) (bool, error) {
	if m.Kind == Statement || m.Hand == nil || !b.Bound {
		return false, nil
	}
	v, err := s.tableEval(text)
	if err != nil {
		return false, fmt.Errorf("change:%s: %w", text, err)
	}
	was := b.value
	b.value = v
	if was == nil {
		return false, nil
	}
	same, err := starlark.Equal(was, v)
	if err == nil && !same {
		s.changes = append(s.changes, fmt.Sprintf("%s is %s, was %s", text, ValueText(v), ValueText(was)))
	}
	return !same, err
}

// counts reports whether the current hit count stops the program.
func (b *Breakpoint) counts() bool {
	op, n, ok := splitHits(b.Hits)
	switch {
	case !ok:
		return true
	case op == "%":
		return b.hits%n == 0
	case op == "=" || op == "==":
		return b.hits == n
	case op == ">":
		return b.hits > n
	}
	return b.hits >= n
}

// mostLogged limits the number of expressions that a log point evaluates.
const mostLogged = 50

// expand returns the text of a log point with its expressions replaced by their values.
func (s *Session) expand(text string) string {
	var out strings.Builder
	for range mostLogged {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		expr, after, closed := cutExpression(rest)
		if !closed {
			out.WriteString("{" + rest)
			return out.String()
		}
		if v, err := s.evalNow(expr); err != nil {
			out.WriteString("{" + err.Error() + "}")
		} else {
			text, ok := starlark.AsString(v)
			if !ok {
				text = ValueText(v)
			}
			out.WriteString(text)
		}
		text = after
	}
	return out.String()
}

// cutExpression splits a text at the brace that closes an expression. The expression may contain pairs of braces.
func cutExpression(text string) (expr, after string, closed bool) {
	depth := 1
	for i, r := range text {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i], text[i+1:], true
			}
		}
	}
	return text, "", false
}
