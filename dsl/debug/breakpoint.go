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

// Breakpoint is a place at which a program stops: a line of a script, or what On names.
type Breakpoint struct {
	Number int
	// File and Line are a line of a script: a statement of a function, or a step of the plan. File is the name of the loader,
	// or the end of it.
	File string
	Line int
	// On is "step:NAME", "event:KIND", "turn:SEAT" or the name of a function.
	On string
	// If is an expression that must be true, Hits which of the times count: "3" from the third on, "=3", "%3".
	If, Hits string
	// Log is printed in place of a stop, with the values of expressions in braces.
	Log string

	// Bound is where the program can stop for it; Why says why it cannot, so far.
	Bound bool
	At    diag.Pos
	Why   string

	hits  int
	files int // how many scripts were loaded when it was last looked for
	game  *plan.Game
}

// String is how the breakpoint was set.
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

// MostBreakpoints is how many breakpoints a session has at most.
const MostBreakpoints = 1000

// Break sets a breakpoint while the program waits, and returns it with its number.
func (s *Session) Break(b Breakpoint) *Breakpoint {
	s.made++
	b.Number, b.hits = s.made, 0
	own := &b
	s.bind(own)
	if len(s.breaks) < MostBreakpoints {
		s.breaks = append(s.breaks, own)
	} else {
		own.Bound, own.Why = false, fmt.Sprintf("the limit of %d breakpoints is reached", MostBreakpoints)
	}
	if b.Hits != "" {
		s.Recount()
	}
	return own
}

// Recount counts how often breakpoints were reached before, as is due when the number of hits of one has changed.
func (s *Session) Recount() {
	if s.running {
		s.marks = nil
		s.To(s.n)
	}
}

// Check refuses a breakpoint whose condition or number of hits cannot be read.
func (s *Session) Check(b *Breakpoint) error {
	if b.Hits != "" {
		if err := CheckHits(b.Hits); err != nil {
			return err
		}
	}
	if b.If != "" {
		return s.scripts.Check(b.If)
	}
	return nil
}

// Unset takes back the breakpoint that was set last.
func (s *Session) Unset(b *Breakpoint) {
	if s.Clear(func(x *Breakpoint) bool { return x == b }) == 1 && b.Number == s.made {
		s.made--
	}
}

// Clear removes breakpoints: those for which the function is true.
func (s *Session) Clear(which func(*Breakpoint) bool) int {
	before := len(s.breaks)
	s.breaks = slices.DeleteFunc(s.breaks, which)
	return before - len(s.breaks)
}

// Breakpoints lists them in the order in which they were set.
func (s *Session) Breakpoints() []*Breakpoint { return s.breaks }

// CheckHits refuses a number of hits that means nothing.
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

// bind finds where a breakpoint can stop. Scripts that are loaded later are looked at then.
func (s *Session) bind(b *Breakpoint) {
	files := s.scripts.Files()
	b.files, b.game = len(files), s.game
	b.Bound, b.Why = false, ""
	kind, name, named := strings.Cut(b.On, ":")
	switch {
	case b.File != "":
		s.bindLine(b, files)
	case named && kind == "turn":
		n, err := strconv.Atoi(name)
		if b.Bound = err == nil && n >= 1; !b.Bound {
			b.Why = "write turn:3 for seat 3"
		}
	case named && kind == "event":
		b.Bound = isEvent(name)
		if !b.Bound {
			b.Why = fmt.Sprintf("no event is called %q; %s", name, diag.DidYouMean(name, EventNames()))
		}
	case named && kind == "step":
		s.bindStep(b, name)
	default:
		s.bindFunction(b, files)
	}
}

// plain is a name as it is compared: small letters, one blank between words.
func plain(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == ' ' }), " ")
}

// EventNames lists what events are called in breakpoints.
func EventNames() (out []string) {
	for _, k := range hand.EventKinds() {
		out = append(out, strings.ReplaceAll(k.String(), " ", "-"))
	}
	return append(out, plan.Showdown.String())
}

func isEvent(name string) bool {
	return slices.Contains(EventNames(), strings.ReplaceAll(plain(name), " ", "-"))
}

// stepNames are what a step is called, after its number.
func stepNames(g *plan.Game, i int) []string {
	st := &g.Steps[i]
	if st.Ask != nil {
		return []string{strconv.Itoa(i + 1), plain(st.Ask.Words.Name), plain(st.Name), plain(st.Ask.Words.Say)}
	}
	return []string{strconv.Itoa(i + 1), st.Kind.String(), plain(st.Name)}
}

// StepNames lists what the steps of the game are called, for completion and hints.
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

// Functions lists the functions of the scripts that are loaded.
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

// sameFile reports whether a breakpoint's file is meant by a name of the loader.
func sameFile(typed, loaded string) bool {
	return typed == loaded || strings.HasSuffix(loaded, "/"+strings.TrimPrefix(typed, "./"))
}

// bindLine finds the statement or step on a line, or the next below it.
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

// matches reports whether a moment is at a breakpoint, whatever its condition says.
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
		return m.Kind == Happened && m.Event.Kind.String() == plain(name) || m.Kind == Begins && plain(name) == "showdown" && m.Hand.Step().Kind == plan.Showdown
	}
	return m.Kind == Begins && slices.Contains(stepNames(s.game, m.stepNumber()), plain(name))
}

// stepNumber is the number of the step of the plan, from 0; -1 for none.
func (m *Moment) stepNumber() int {
	g, st := m.Hand.Plan().Game, m.Hand.Step()
	for i := range g.Steps {
		if &g.Steps[i] == st {
			return i
		}
	}
	return -1
}

// hit reports whether a breakpoint stops the program at a moment. A log point prints and does not. A condition that fails stops
// too, with its error.
func (s *Session) hit(b *Breakpoint, m *Moment) (bool, error) {
	if !s.matches(b, m) {
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
		s.Output(s.filled(b.Log))
	}
	return false, nil
}

// counts reports whether this is one of the times at which the breakpoint stops.
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

// mostLogged is how many expressions a log point evaluates.
const mostLogged = 50

// filled is the text of a log point with the values of its expressions.
func (s *Session) filled(text string) string {
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
			out.WriteString(short(v))
		}
		text = after
	}
	return out.String()
}

// cutExpression parts a text at the brace that closes an expression, which may have braces in pairs.
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

// short is a value for a line; a text without quotes.
func short(v starlark.Value) string {
	if text, ok := starlark.AsString(v); ok {
		return text
	}
	return ValueText(v)
}
