package debug

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/live"
	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Frame is an active function call, or the current step of the plan.
type Frame struct {
	Name string
	Pos  diag.Pos // Line is 0 if the frame has no script
	call *star.Frame
}

// Frames returns the active calls, innermost first. After the deal there is always a frame for the plan.
func (s *Session) Frames() []Frame {
	calls := s.scripts.Frames()
	var out []Frame
	on := s.now.Hand
	within := s.within
	if s.now.Kind == Statement && s.now.threads <= within {
		within = 0 // the hand waits while the test continues
	}
	planned := false
	for i := range calls {
		if on != nil && !planned && calls[i].Thread < within {
			out, planned = append(out, s.planFrame(on)), true
		}
		out = append(out, Frame{calls[i].Name, calls[i].Pos, &calls[i]})
	}
	if on != nil && !planned {
		out = append(out, s.planFrame(on))
	}
	return out
}

// planFrame returns the current step of the plan as a frame.
func (s *Session) planFrame(h *hand.Hand) Frame {
	f := Frame{Name: "before the first step", Pos: h.Plan().Game.Pos}
	if st := h.Step(); st != nil {
		f.Name, f.Pos = "step "+StepTitle(st), st.Pos
	}
	if h.Pending() == nil && s.now.Kind == Over {
		f.Name = "the hand is over"
	}
	return f
}

// StepTitle returns a short title for a step.
func StepTitle(st *plan.Step) string {
	title := st.Kind.String()
	if st.Ask != nil {
		title = st.Ask.Words.Name
	}
	if st.Name != "" && st.Name != title {
		title = strings.TrimSpace(title + " " + st.Name)
	}
	return title
}

// Scope is a group of variables.
type Scope struct {
	Name      string
	Variables []star.Variable
}

// Scopes returns the variables of a frame in groups. A function has its own variables and those of its script. Every frame
// has the table, the options and the memory of the table's rules.
func (s *Session) Scopes(f *Frame) []Scope {
	var out []Scope
	if f != nil && f.call != nil {
		out = append(out, Scope{"Locals", f.call.Locals()})
	}
	if h := s.now.Hand; h != nil {
		out = append(out, Scope{TableScope, s.table(h)})
		if s.now.Event != nil {
			out = append(out, Scope{"Event", s.eventOf(h, s.now.Event)})
		}
		var options []star.Variable
		for _, o := range h.Plan().Game.Options {
			options = append(options, star.Variable{Name: o.Name, Value: starlark.String(o.Value)})
		}
		out = append(out, Scope{"Options", options})
	}
	if p, ok := s.program.(*Hands); ok && p.Memory != nil {
		out = append(out, Scope{MemoryScope, p.Memory()})
	}
	if s.now.Hand != nil {
		var told []star.Variable
		for i, line := range s.Told(0, speech.Style{}) {
			told = append(told, star.Variable{Name: strconv.Itoa(i + 1), Value: starlark.String(line)})
		}
		out = append(out, Scope{"History", told})
	}
	if f != nil && f.call != nil {
		out = append(out, Scope{"Globals", f.call.Globals()})
	}
	return out
}

// The scopes whose variables an editor may watch, and set.
const (
	TableScope  = "Table"
	MemoryScope = "Table memory"
)

// Told returns what has happened in the hand since its first events, in the dealer's words and as the view sees it, a line each.
func (s *Session) Told(from int, style speech.Style) (out []string) {
	state := live.Of(s.now.Hand, s.events).Seen(live.View{Seat: s.View})
	events := hand.SeenBy(s.events, s.View)
	var b strings.Builder
	n := speech.NewNarrator(io.Discard, style)
	n.Notes(s.now.Hand.Notes())
	n.Tell(&state, events[:from])
	n.To(&b)
	n.Tell(&state, events[from:])
	for line := range strings.Lines(b.String()) {
		out = append(out, strings.TrimSpace(line))
	}
	return out
}

// SetMemory gives a rule of the table another memory, the value of an expression, and returns it. The hand stays as it was dealt: the rule
// is asked again when the hand is over. With a field, it is that field of the memory. What the rule would not expect is refused.
func (s *Session) SetMemory(rule, field, text string) (starlark.Value, error) {
	p, ok := s.program.(*Hands)
	switch {
	case !ok || p.SetMemory == nil:
		return nil, diag.Refuse("only the memory of a table's rules can be set", "")
	case s.now.Hand == nil || s.now.Kind == Statement:
		return nil, diag.Refuse("a script is running, which may have read the memory", "go on to a step or a decision of the hand")
	}
	v, err := s.Eval(nil, text)
	if err != nil {
		return nil, err
	}
	k := slices.IndexFunc(p.Memory(), func(v star.Variable) bool { return v.Name == rule })
	if k < 0 {
		return nil, diag.Refuse(fmt.Sprintf("no rule of the table is called %q", rule), "")
	}
	was := p.Memory()[k].Value
	whole := v
	if field != "" {
		fields, ok := was.(*starlarkstruct.Struct)
		if !ok {
			return nil, diag.Refuse(fmt.Sprintf("the memory of %s has no fields", rule), "set it as a whole")
		}
		d := starlark.StringDict{}
		fields.ToStringDict(d)
		if was = d[field]; was == nil {
			return nil, diag.Refuse(fmt.Sprintf("the memory of %s has no %q", rule, field), diag.DidYouMean(field, fields.AttrNames()))
		}
		d[field] = v
		whole = starlarkstruct.FromStringDict(fields.Constructor(), d)
	}
	if none := starlark.None; shape(v) != shape(was) && v != none && was != none {
		return nil, diag.Refuse(fmt.Sprintf("%s: want %s, not %s", cmp.Or(field, rule), shape(was), shape(v)), "")
	}
	memory, err := star.MemoryText(whole)
	if err == nil {
		err = p.SetMemory(k, memory)
	}
	return v, err
}

// shape returns the type of a value, of a struct with its fields.
func shape(v starlark.Value) string {
	if fields, ok := v.(*starlarkstruct.Struct); ok {
		return "struct of " + strings.Join(fields.AttrNames(), ", ")
	}
	return v.Type()
}

// Screen returns the table as the view sees it, or "" if there is no table yet.
func (s *Session) Screen(style speech.Style, width int) string {
	if s.now.Hand == nil {
		return ""
	}
	return live.Of(s.now.Hand, s.events).Screen(live.View{Seat: s.View, Style: style, Width: width})
}

// Events returns the events of the hand so far.
func (s *Session) Events() []hand.Event { return s.events }

// dollars returns an amount in dollars as a Starlark number.
func dollars(n, scale int64) starlark.Value {
	if n%scale == 0 {
		return starlark.MakeInt64(n / scale)
	}
	return starlark.Float(float64(n) / float64(scale))
}

// table returns the table as variables. Amounts are in dollars, as in tests; seats count from 1.
func (s *Session) table(h *hand.Hand) []star.Variable {
	v := live.Of(h, s.events).Seen(live.View{Seat: s.View})
	scale := h.Plan().Stakes.Scale
	var seats []starlark.Value
	bets := int64(0)
	for i := range v.Seats() {
		bets += v.Wagered(i)
		seats = append(seats, starlarkstruct.FromStringDict(starlark.String("seat"), starlark.StringDict{
			"seat": starlark.MakeInt(i + 1), "stack": dollars(v.Stack(i), scale), "bet": dollars(v.Wagered(i), scale),
			"hole": starlark.String(cards.Spaced(v.Hole(i))), "live": starlark.Bool(v.Live().Has(i)), "net": dollars(v.Net(i), scale),
		}))
	}
	out := []star.Variable{
		{Name: "street", Value: starlark.String(speech.Street(&v))},
		{Name: "pot", Value: dollars(v.Pot(), scale)},
		{Name: "bets", Value: dollars(bets, scale)},
		{Name: "board", Value: starlark.String(cards.Spaced(v.Board()))},
		{Name: "button", Value: starlark.MakeInt(v.Button() + 1)},
		{Name: "house", Value: dollars(v.House(), scale)},
		{Name: "seats", Value: starlark.NewList(seats)},
	}
	turn := starlark.Value(starlark.None)
	if d := v.Pending(); d != nil && (s.now.Kind == Decides) {
		turn = starlark.MakeInt(int(d.Seat) + 1)
		out = append(out, star.Variable{Name: "to_call", Value: dollars(d.Options.Call, scale)})
		if choices := speech.Choices(&v, d); choices != nil {
			out = append(out, star.Variable{Name: "legal", Value: starlark.String(strings.Join(choices, ", "))})
		}
	}
	return append(out, star.Variable{Name: "turn", Value: turn})
}

// eventOf returns an event as variables, as the view sees it.
func (s *Session) eventOf(h *hand.Hand, raw *hand.Event) []star.Variable {
	e := hand.EventSeen(raw, s.View)
	scale := h.Plan().Stakes.Scale
	return []star.Variable{
		{Name: "event", Value: starlark.String(e.Kind.String())},
		{Name: "seat", Value: starlark.MakeInt(int(e.Seat) + 1)},
		{Name: "amount", Value: dollars(e.Amount, scale)},
		{Name: "to", Value: dollars(e.To, scale)},
		{Name: "cards", Value: starlark.String(cards.Spaced(e.List()))},
	}
}

// Eval evaluates an expression in a frame. The names of the table and of the event are in scope, but names of the script
// take precedence.
func (s *Session) Eval(f *Frame, text string) (starlark.Value, error) {
	if !s.begun {
		return nil, s.waits()
	}
	if f == nil {
		return s.evalNow(text)
	}
	return s.eval(f.call, text)
}

// evalNow evaluates an expression in the innermost frame.
func (s *Session) evalNow(text string) (starlark.Value, error) {
	var call *star.Frame
	if s.now.Kind == Statement {
		if frames := s.scripts.Frames(); len(frames) > 0 {
			call = &frames[0]
		}
	}
	return s.eval(call, text)
}

func (s *Session) eval(call *star.Frame, text string) (starlark.Value, error) {
	names := starlark.StringDict{}
	if h := s.now.Hand; h != nil {
		for _, v := range s.table(h) {
			names[v.Name] = v.Value
		}
		names["table"] = starlarkstruct.FromStringDict(starlark.String("table"), maps.Clone(names))
		if s.now.Event != nil {
			for _, v := range s.eventOf(h, s.now.Event) {
				names[v.Name] = v.Value
			}
		}
	}
	if call != nil {
		return call.Eval(text, names)
	}
	file := ""
	if s.game != nil {
		file = s.game.Pos.File
	}
	return s.scripts.ScriptEval(s.loader, file, text, names)
}

// tableEval evaluates an expression of the table, which knows no names of scripts.
func (s *Session) tableEval(text string) (starlark.Value, error) {
	names := starlark.StringDict{}
	for _, v := range s.table(s.now.Hand) {
		names[v.Name] = v.Value
	}
	return s.scripts.Eval(s.loader, text, names)
}

// mostText is the largest number of bytes shown of a value.
const mostText = 500

// ValueText returns a value as one line, shortened if it is long.
func ValueText(v starlark.Value) string { return guard.TextOf(v, mostText) }

// mostItems is the largest number of items listed of a value.
const mostItems = 1000

// Items returns the parts of a value; nil if the value has none.
func Items(v starlark.Value) (out []star.Variable) {
	add := func(name string, v starlark.Value) bool {
		if v != nil {
			out = append(out, star.Variable{Name: name, Value: v})
		}
		return len(out) < mostItems
	}
	switch v := v.(type) {
	case *starlark.Dict:
		for _, item := range v.Items() {
			if !add(guard.TextOf(item[0], 50), item[1]) {
				break
			}
		}
	case starlark.HasAttrs:
		if list, ok := v.(starlark.Indexable); ok {
			return listed(list)
		}
		names := v.AttrNames()
		slices.Sort(names)
		for _, name := range names {
			if x, err := v.Attr(name); err == nil && !add(name, x) {
				break
			}
		}
	case starlark.Indexable:
		if _, text := v.(starlark.String); !text {
			return listed(v)
		}
	}
	return out
}

// listed returns the items of a list.
func listed(list starlark.Indexable) (out []star.Variable) {
	if _, text := list.(starlark.String); text {
		return nil
	}
	for i := range min(list.Len(), mostItems) {
		out = append(out, star.Variable{Name: "[" + starlark.MakeInt(i).String() + "]", Value: list.Index(i)})
	}
	return out
}
