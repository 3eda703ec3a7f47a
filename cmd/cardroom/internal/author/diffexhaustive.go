package author

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/compare"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

// Two rule sets played in step through every line of a small version: diff --exhaustive.

// verdict is what the lines of one or more sizes say of two rule sets.
type verdict string

const (
	differs    verdict = "differs"
	equal      verdict = "equal"        // at these sizes
	beyond     verdict = "outside"      // the lines never come to what differs
	unfinished verdict = "not finished" // no line differs so far
)

// trial is two rule sets in one size.
type trial struct {
	Size  enumerate.Size
	small [2]*enumerate.Small
	*enumerate.Contrast
	came  map[string]bool // what lines come to: keys of needs
	told  [2][]string     // the shortest hand that differs
	edits []compare.Edit  // of its lines
	moves []string        // its actions
}

// proof is two rule sets, in the sizes that were played until one showed a difference.
type proof struct {
	Game, Option, Value string // of --each-option
	a, b                *plan.AtStakes
	Trials              []*trial
	Err                 error // why no size can be played
	Verdict             verdict
	Why                 string
	steps               [2]map[int]bool // that lines came to, of each
}

// last returns the trial that decided, nil if none was played. Hands at random decide only if one differs.
func (p *proof) last() *trial {
	for _, t := range slices.Backward(p.Trials) {
		if t.small[0].Random == 0 || t.Differ > 0 {
			return t
		}
	}
	return nil
}

// random returns the number of hands that were played at random with numbers of seats with which none differs.
func (p *proof) random() (n int64) {
	for _, t := range p.Trials {
		if t.small[0].Random > 0 && t.Differ == 0 {
			n += t.Hands
		}
	}
	return n
}

// proveOf plays two rule sets in step, in each size until one shows a difference, and then at random.
// long: the sizes, the hands at random and the verdict read in one go
func (o *DiffOptions) proveOf(ctx context.Context, std *app.IO, a, b *plan.AtStakes, p *proof) {
	p.a, p.b = a, b
	all := compare.Parts(a, b)
	missing := slices.Clone(all) // what no version has had so far
	same := len(all) == 0
	wishes := o.Small.Wishes
	if wishes.Seats == 0 {
		wishes.Seats = max(a.Game.MinSeats, b.Game.MinSeats, len(wishes.Stacks))
	}
	if _, err := commonSeats(a, b, wishes.Seats); err != nil {
		p.Verdict, p.Why = differs, err.Error()
		return
	}
	var met []compare.Part // what lines came to of what differs
	reached, whole, partly := false, false, ""
	note := func(t *trial) (any bool) {
		for _, part := range compare.Parts(t.small[0].Bound, t.small[1].Bound) {
			if t.reaches(part) {
				met, any = append(met, part), true
			}
		}
		for i, steps := range t.Reached {
			if p.steps[i] == nil {
				p.steps[i] = map[int]bool{}
			}
			maps.Copy(p.steps[i], steps)
		}
		return any
	}
	// Each option is compared with the plan that it is an option of: the same plan needs no small version.
	if !same || !o.EachOption {
		for v := range o.versions(a, b, wishes, &missing) {
			t, err := o.try(ctx, std, a, b, v)
			if err != nil {
				p.Err = errors.Join(p.Err, fmt.Errorf("%s: %w", v.size, err))
				continue
			}
			p.Trials = append(p.Trials, t)
			parts := compare.Parts(t.small[0].Bound, t.small[1].Bound)
			missing = slices.DeleteFunc(missing, func(p compare.Part) bool { return !playable(p) || slices.Contains(parts, p) })
			if t.Differ > 0 {
				p.Verdict = differs
				return
			}
			any := note(t)
			if why := t.why(); why == "" {
				whole, reached = true, reached || any
			} else if any {
				partly = why
			}
		}
	}
	if same || slices.ContainsFunc(all, playable) {
		low, high := o.Small.Wishes.Seats, o.Small.Wishes.Seats
		if low == 0 {
			low, high = max(a.Game.MinSeats, b.Game.MinSeats), min(a.Game.MaxSeats, b.Game.MaxSeats, a.Seats, b.Seats)
		}
		usual, _ := commonSeats(a, b, o.Small.Wishes.Seats)
		seats := []int{usual}
		for n := low; n <= high; n++ {
			if n != usual {
				seats = append(seats, n)
			}
		}
		for _, n := range seats {
			hands := otherHands
			if n == usual {
				hands = randomHands
			}
			t, err := o.atRandom(ctx, std, a, b, wishes, n, hands)
			if err != nil {
				p.Err = errors.Join(p.Err, fmt.Errorf("at random: %w", err))
				continue
			}
			p.Trials = append(p.Trials, t)
			if t.Differ > 0 {
				p.Verdict = differs
				return
			}
			note(t)
		}
	}
	// What no line came to is not proven, and what lines cannot show is not either.
	left := slices.DeleteFunc(slices.Clone(all), func(part compare.Part) bool { return slices.Contains(met, part) })
	redeals := slices.ContainsFunc(p.Trials, func(t *trial) bool { return t.Redeals > 0 })
	switch {
	case same && (whole || o.EachOption && ctx.Err() == nil):
		p.Verdict, p.Why = equal, "the plans are the same"
	case p.last() == nil && p.Err != nil:
		p.Verdict, p.Why = beyond, p.Err.Error()
	case p.last() == nil:
		p.Verdict, p.Why = unfinished, "it was interrupted"
	case reached && redeals:
		p.Verdict, p.Why = beyond, anew
	case reached && len(left) == 0 && p.unplayed(all) == "":
		p.Verdict = equal
	case partly != "":
		p.Verdict, p.Why = unfinished, partly
	case !whole:
		p.Verdict, p.Why = unfinished, p.last().why()
	default:
		p.Verdict, p.Why = beyond, cmp.Or(outside(a, left, p.Trials), p.unplayed(all), "only hands at random come to what differs")
	}
}

// anew is why lines with new deals prove nothing.
const anew = "after a new deal the cards fall in one way only, and lines end at the fourth new deal"

// unplayed says which step of two plans with different steps no line comes to, "" if lines come to all.
func (p *proof) unplayed(parts []compare.Part) string {
	if !slices.ContainsFunc(parts, func(p compare.Part) bool { return p.Field() == "Steps" }) {
		return ""
	}
	for i, of := range []*plan.AtStakes{p.a, p.b} {
		for k := range of.Game.Steps {
			if st := &of.Game.Steps[k]; !st.Leaves() && !p.steps[i][k] {
				return "no line comes to the step at " + st.Pos.String()
			}
		}
	}
	return ""
}

// version is a small version to play.
type version struct {
	size   enumerate.Size
	wishes enumerate.Wishes
}

// versions returns the versions that are asked for. Without a size these are the usual ones, and then those that show what the usual
// ones cannot: a third seat and stacks that do not last for whole bets, stacks for many raises, and the whole game with a small deck if
// the others leave something out that differs.
func (o *DiffOptions) versions(a, b *plan.AtStakes, w enumerate.Wishes, missing *[]compare.Part) iter.Seq[version] {
	same := len(*missing) == 0
	return func(yield func(version) bool) {
		sizes := o.Small.Sizes
		if len(sizes) == 0 {
			sizes = enumerate.Sizes(a.Game)
		}
		for _, size := range sizes {
			if !yield(version{size, w}) {
				return
			}
		}
		small, err := enumerate.Shrink(a.Game, enumerate.Kuhn, w)
		if err != nil || same || len(o.Small.Sizes)+len(w.Stacks)+o.Run.Seats > 0 {
			return
		}
		n, scale := small.Stacks[0], a.Stakes.Scale
		more := w
		more.Stacks = []int64{n - scale, n + scale, 2 * n}
		if more.Seats, err = commonSeats(a, b, max(3, w.Seats)); err != nil {
			more.Seats = w.Seats
		}
		if !yield(version{enumerate.Kuhn, more}) {
			return
		}
		more.Stacks = []int64{4 * n}
		if yield(version{enumerate.Kuhn, more}) && len(*missing) > 0 {
			w.Stacks = more.Stacks
			yield(version{enumerate.Whole, w})
		}
	}
}

// try plays two rule sets in step in one version.
func (o *DiffOptions) try(ctx context.Context, std *app.IO, a, b *plan.AtStakes, v version) (*trial, error) {
	t := &trial{Size: v.size}
	for i, of := range []*plan.AtStakes{a, b} {
		v.wishes.Stakes = enumerate.Spelled(of)
		small, err := enumerate.Shrink(of.Game, v.size, v.wishes)
		if err != nil {
			return nil, err
		}
		t.small[i] = small
	}
	return t, o.together(ctx, std, a, t)
}

// These are the numbers of hands of the whole game that are played at random if no line of a small version differs: its rules may need
// more cards, seats or chips than small versions have.
const (
	randomHands = 4000 // with as many seats as usual
	otherHands  = 1000 // with each other number of seats
)

// atRandom plays hands of the whole games at random, with stacks from one bet to many.
func (o *DiffOptions) atRandom(ctx context.Context, std *app.IO, a, b *plan.AtStakes, w enumerate.Wishes, seats, hands int) (_ *trial, err error) {
	w.Seats, w.Stacks = seats, nil
	t := &trial{Size: enumerate.Whole}
	for i, of := range []*plan.AtStakes{a, b} {
		w.Stakes = enumerate.Spelled(of)
		if t.small[i], err = enumerate.Full(of.Game, w); err != nil {
			return nil, err
		}
		s := t.small[i]
		s.Random = hands
		for seat, n := range []int64{20, 3, 8, 1, 40, 5} {
			if seat < len(s.Stacks) {
				s.Stacks[seat] *= n
			}
		}
	}
	return t, o.together(ctx, std, a, t)
}

// together plays the two games of a trial in step.
func (o *DiffOptions) together(ctx context.Context, std *app.IO, a *plan.AtStakes, t *trial) (err error) {
	one := t.small[0]
	one.Visits, one.OpenFolds = o.Limit, o.Small.OpenFolds
	if one.Random > 0 {
		one.Visits = 0 // a number of hands is limit enough
	}
	bar := std.StartProgress(fmt.Sprintf("%s, %s", a.Game.ID, t.Size), o.Limit)
	defer bar.Stop()
	one.Progress = func(n int64) { bar.Done.Store(n) }
	t.came = map[string]bool{}
	var open []string
	for _, p := range compare.Parts(one.Bound, t.small[1].Bound) {
		if key := p.Field(); needOf(key).met != nil && !slices.Contains(open, key) {
			open = append(open, key)
		}
	}
	saw := func(h *hand.Hand, events []hand.Event) {
		for _, key := range open {
			t.came[key] = t.came[key] || needOf(key).met(h, events)
		}
	}
	if t.Contrast, err = enumerate.Together(ctx, one, t.small[1], saw); err != nil {
		return err
	}
	if s := t.Shortest; s != nil {
		for i := range t.told {
			t.told[i] = tellParting(s, i)
		}
		t.edits = compare.Lines(t.told[0], t.told[1])
		t.moves = actionsOf(s)
	}
	return nil
}

// tellParting tells a line as one of the games plays it, and what follows.
func tellParting(s *enumerate.Parting, game int) []string {
	h, events, err := s.Play(game)
	again := slices.IndexFunc(events, func(e hand.Event) bool { return e.Kind.Facts().NewDeal })
	if again >= 0 {
		events = events[:again+1] // new cards would come from the whole deck
	}
	var text bytes.Buffer
	w := term.NewStream(&text)
	if h.Plan() != nil {
		n := runs.Events(w, h, events, nil)
		if _, more := h.Next(); again >= 0 {
			w.Printf("the new deal is not followed\n")
		} else if !more {
			n.Result()
		} else if err == nil && s.Why[game] == nil {
			w.Printf("next: %s\n", h.Legal())
		}
	}
	if err = cmp.Or(s.Why[game], err); err != nil {
		w.Printf("it cannot go on: %v\n", err)
	}
	return strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
}

// playable reports whether a line of a hand may come to a part of the plans.
func playable(p compare.Part) bool {
	need := needOf(p.Field())
	return !p.Irregular && (need.word == "" || need.met != nil)
}

// actionsOf returns the actions of a line, as the first game tells them.
func actionsOf(p *enumerate.Parting) (out []string) {
	s := p.Setups[0]
	var h hand.Hand
	err := h.Start(&s)
	for i := 0; err == nil && i < len(p.Actions); i++ {
		a := p.Actions[i]
		if d, ok := h.Next(); ok {
			out = append(out, speech.SeatName(a.Seat)+" "+speech.Say(&a, &h, &d))
		}
		err = h.Apply(a)
	}
	return out
}

// reaches reports whether a line comes to a part of the plans that differs.
func (t *trial) reaches(p compare.Part) bool {
	switch key := p.Field(); {
	case !playable(p):
		return false
	case needOf(key).met != nil:
		return t.came[key]
	case p.Step >= 0:
		return t.Reached[0][p.Step] || t.Reached[1][p.Step]
	}
	return true
}

// need is what a line must have if a part of the plans is to matter.
type need struct {
	word string
	// met reports whether it has it, from a hand and what happened since the last action; nil: no line has.
	met func(h *hand.Hand, events []hand.Event) bool
}

// needs are by [compare.Part.Field]. A part without one matters where its step is played, or everywhere.
var needs = map[string]need{
	"Deck Packs":        {"no line uses up the copies of a card in the smaller deck", never},
	"MinSeats":          {word: "it is how few may play"},
	"MaxSeats":          {word: "it is how many may play"},
	"ShortStub":         {word: "the stub never runs out"},
	"Money":             {word: "it is how amounts are written"},
	"Stakes Posted":     {word: "it is a stake that the house posts next to the one that is played"},
	"Betting Unclaimed": {word: "a side pot has only dead hands if something irregular kills them"},
	"Betting Cap":       {"raises are counted in fixed and spread limit only", func(h *hand.Hand, _ []hand.Event) bool { return limited(h) }},
	"Stakes UpperLast":  {"it is about spread limit", func(h *hand.Hand, _ []hand.Event) bool { return h.Plan().Stakes.Structure == betting.Spread }},
	"Betting ShortAllIn": {"nobody is all in with a bet or raise", some(func(e *hand.Event, f *hand.EventFacts) bool {
		return e.AllIn && (f.Act == hand.Bets || f.Act == hand.Raises || f.Act == hand.Completes)
	})},
	"Betting PotMinIsBet": {"nobody raises in pot limit", func(h *hand.Hand, events []hand.Event) bool {
		return h.Plan().Stakes.Structure == betting.PotLimit && raised(h, events)
	}},
	"Betting AnyRaise": {"nobody raises in pot or no limit", func(h *hand.Hand, events []hand.Event) bool { return !limited(h) && raised(h, events) }},
	"before_award":     {"it never limits a claim", some(func(_ *hand.Event, f *hand.EventFacts) bool { return f.Claims })},
	"Bet NextHighest": {"nobody who would bet first is all in", func(h *hand.Hand, events []hand.Event) bool {
		return h.Live() != h.Able() && some(func(_ *hand.Event, f *hand.EventFacts) bool { return f.Begins })(h, events)
	}},
	"Show OddChip": {"no pot leaves a chip over", func(h *hand.Hand, events []hand.Event) bool {
		return some(func(e *hand.Event, f *hand.EventFacts) bool {
			return f.Pays == hand.GetsShare && slices.ContainsFunc(events, func(o hand.Event) bool {
				return o.Kind == e.Kind && o.Pot == e.Pot && o.Part == e.Part && o.Amount != e.Amount
			})
		})(h, events)
	}},
}

// needOf returns the need of a part. Where a row of a pay table differs, a line that it pays differs too.
func needOf(field string) need {
	if strings.Contains(field, " Rows") {
		return need{"no line comes to the hands that the pay tables pay differently", never}
	}
	return needs[field]
}

// never is for parts that make each line differ that comes to them.
func never(*hand.Hand, []hand.Event) bool { return false }

// some returns a need that is met if there is such an event.
func some(is func(e *hand.Event, f *hand.EventFacts) bool) func(*hand.Hand, []hand.Event) bool {
	return func(_ *hand.Hand, events []hand.Event) bool {
		return slices.ContainsFunc(events, func(e hand.Event) bool { return is(&e, e.Kind.Facts()) })
	}
}

var raised = some(func(_ *hand.Event, f *hand.EventFacts) bool { return f.Act == hand.Raises })

func limited(h *hand.Hand) bool { return h.Plan().Stakes.Structure <= betting.Spread }

// outside says why the lines cannot show what is left of the parts that differ.
func outside(a *plan.AtStakes, left []compare.Part, trials []*trial) string {
	var why []string
	for _, p := range left {
		need := needOf(p.Field())
		word, at := need.word, ""
		if p.Step >= 0 && p.Step < len(a.Game.Steps) {
			at = " (" + a.Game.Steps[p.Step].Pos.String() + ")"
		}
		has := func(t *trial) bool {
			return slices.Contains(compare.Parts(t.small[0].Bound, t.small[1].Bound), p)
		}
		switch {
		case need.met == nil && word != "":
		case p.Irregular:
			word = "it rules on irregularities, and nothing irregular happens in these lines"
		case !slices.ContainsFunc(trials, has):
			word = "the size leaves it out" + at
		case word == "":
			word = "no line comes to it" + at
		}
		if !slices.Contains(why, word) {
			why = append(why, word)
		}
	}
	return strings.Join(why, "; ")
}

// DiffExhaustive plays two rule sets in step, or one with each value of its options.
func DiffExhaustive(ctx context.Context, std *app.IO, o DiffOptions, names []string) error {
	if o.Limit == 0 {
		o.Limit = usualLimit
	}
	var list []*proof
	if o.EachOption {
		var err error
		if list, err = o.eachOption(ctx, std, names); err != nil {
			return err
		}
	} else {
		a, b, err := loadRivals(std, &o)
		if err != nil {
			return err
		}
		p := &proof{}
		o.proveOf(ctx, std, a.bound, b.bound, p)
		if len(p.Trials) == 0 {
			return cmp.Or(p.Err, error(app.Usagef("%s", p.Why)))
		}
		list = append(list, p)
		x, y := sideOf(a), sideOf(b)
		x.Stacks = p.Trials[0].small[0].Stacks
		y.Stacks = x.Stacks
		err = std.Results(o.Run.Format, func(std *app.IO, format string) error { return p.write(std, format, x, y, ctx.Err() == nil) })
		if err != nil {
			return err
		}
	}
	if o.EachOption {
		if err := std.Results(o.Run.Format, func(std *app.IO, format string) error { return writeProofs(std, format, list, ctx.Err() == nil) }); err != nil {
			return err
		}
	}
	has := func(v ...verdict) bool {
		return slices.ContainsFunc(list, func(p *proof) bool { return slices.Contains(v, p.Verdict) })
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case has(differs):
		return app.ErrNo
	case has(unfinished, beyond):
		return app.ErrOpen
	}
	return nil
}

// usualLimit is the default of --limit.
const usualLimit = 1_000_000

// eachOption plays games with every other value of each of their options.
func (o *DiffOptions) eachOption(ctx context.Context, std *app.IO, names []string) (list []*proof, err error) {
	lib := library.New(std, o.Both)
	var games []*plan.Game
	if len(names) == 0 {
		games, err = lib.Games()
	}
	for _, name := range names {
		var of []*plan.Game
		if lib.HasHouse(name) {
			of, err = lib.House(name)
		} else {
			of, _, err = library.Named(lib, name)
		}
		if err != nil {
			return nil, err
		}
		games = append(games, of...)
	}
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		a, err := BindAll([]*plan.Game{g}, o.A.Stakes)
		if err != nil {
			return nil, err
		}
		done := map[string]bool{}
		for _, opt := range g.Options {
			if len(opt.Choices) == 0 && !done[opt.Name] {
				done[opt.Name] = true
				list = append(list, &proof{Game: g.ID, Option: opt.Name, Value: "any other", Verdict: beyond, Why: "the option names no values; compare one with --set"})
			}
			for _, v := range opt.Choices {
				if v == opt.Value || done[opt.Name+"="+v] {
					continue
				}
				done[opt.Name+"="+v] = true
				if ctx.Err() != nil {
					return list, nil
				}
				p := &proof{Game: g.ID, Option: opt.Name, Value: v}
				list = append(list, p)
				both := maps.Clone(o.Both)
				if both == nil {
					both = map[string]string{}
				}
				both[opt.Name] = v
				b, err := loadRival(std, diffSide{Game: g.ID, Stakes: o.A.Stakes}, both)
				if err != nil {
					p.Verdict, p.Why = beyond, err.Error()
					continue
				}
				o.proveOf(ctx, std, a[0], b.bound, p)
			}
		}
	}
	return list, nil
}

// lines says how the lines of a size differ, in one sentence.
func (t *trial) lines() string {
	if t.Differ == 0 {
		words := "no line differs"
		if !t.Complete && t.small[0].Random == 0 {
			words += " so far"
		}
		return fmt.Sprintf("%s: %s, %s", words, term.Counted(t.Hands, "hand"), term.Counted(t.Sequences, "sequence"))
	}
	var by []string
	for k, name := range enumerate.Ways() {
		if t.By[k] > 0 {
			by = append(by, name+" "+term.Grouped(t.By[k]))
		}
	}
	words := term.Counted(t.Differ, "line") + " differ"
	if t.Differ == 1 {
		words += "s"
	}
	return words + " (" + strings.Join(by, ", ") + "), " + term.Counted(t.Hands, "hand") + " to the end do not"
}

// name says which version was played.
func (t *trial) name() string {
	one := t.small[0]
	size := t.Size.String()
	if one.Random > 0 {
		size = "the whole game at random"
	}
	stacks := (&side{Stakes: one.Bound.Stakes, Stacks: one.Stacks}).stacks()
	return fmt.Sprintf("%s with %s, stacks of %s", size, term.Counted(int64(len(one.Stacks)), "seat"), stacks)
}

// why returns why not every line was followed, "" if all were.
func (t *trial) why() string {
	switch {
	case t.small[0].Random > 0:
		return "its hands are dealt and played at random"
	case t.Reshuffled:
		return "the discards are shuffled again"
	case t.Outside:
		return "the small deck runs out"
	case !t.Complete:
		return "it reached the limit, or was interrupted"
	}
	return ""
}

var trialColumns = []rows.Column[*trial]{
	{Name: "size", Doc: "the version", Limits: `enum:"kuhn,leduc,royal,whole"`, Value: func(t *trial) any { return t.Size.String() }},
	{Name: "pack", Doc: "its cards", Value: func(t *trial) any { return cards.Format(t.small[0].Pack) }},
	{Name: "seats", Unit: "players", Doc: "players", Value: func(t *trial) any { return len(t.small[0].Stacks) }},
	{Name: "stacks", Doc: "their chips", Value: func(t *trial) any { return rows.Amounts(t.small[0].Stacks, t.small[0].Bound.Stakes.Scale) }},
	{Name: "deals", Unit: "deals", Doc: "ways of the first cards", Value: func(t *trial) any { return t.Deals }},
	{Name: "states", Unit: "decisions", Doc: "decisions that are the same in both", Value: func(t *trial) any { return t.States }},
	{Name: "hands", Unit: "hands", Doc: "hands to the end that do not differ", Value: func(t *trial) any { return t.Hands }},
	{Name: "sequences", Unit: "sequences", Doc: "of actions of those hands, whatever the cards", Value: func(t *trial) any { return t.Sequences }},
	{Name: "lines_differ", Unit: "lines", Doc: "lines that differ; they end where they first do", Value: func(t *trial) any { return t.Differ }},
	{Name: "by", Doc: "of those, the lines that differ in each way; a line can differ in several", Value: func(t *trial) any {
		by := map[string]int64{}
		for k, name := range enumerate.Ways() {
			by[name] = t.By[k]
		}
		return by
	}},
	{Name: "random", Unit: "hands", Doc: "hands that were dealt and played at random with all cards, instead of every line with few; 0 for every line", Value: func(t *trial) any { return t.small[0].Random }},
	{Name: "complete", Doc: "every line was followed", Value: func(t *trial) any { return t.Complete }},
	{Name: "why_not", Doc: "why not", Value: func(t *trial) any { return rows.Given(t.why()) }},
	{Name: "shortest", Doc: "the actions of the shortest hand that differs", Value: func(t *trial) any { return rows.If(t.Differ > 0, append([]string{}, t.moves...)) }},
	{Name: "ways", Doc: "the ways in which that hand differs", Value: func(t *trial) any {
		if t.Differ == 0 {
			return rows.If(false, []string{})
		}
		return rows.If(true, t.Shortest.Ways.Names())
	}},
	{Name: "told", Doc: "that hand told in both", Value: func(t *trial) any { return rows.If(t.Differ > 0, toldLines(t.edits, t.told[0], t.told[1])) }},
}

// write prints what the lines say of two rule sets.
func (p *proof) write(std *app.IO, format string, a, b side, complete bool) error {
	switch format {
	case report.Text:
	case report.JSON:
		return rows.WriteObject(std.Stdout, format, "diff", "Two rule sets played in step through every line (--exhaustive).", []rows.Pair{
			{Name: "a", Doc: "the first rule set", Value: a.json()},
			{Name: "b", Doc: "the second", Value: b.json()},
			{Name: "verdict", Doc: "what the lines say", Limits: verdicts, Value: string(p.Verdict)},
			{Name: "why", Doc: "the reason of the verdict", Value: rows.Given(p.Why)},
			{Name: "sizes", Doc: "the small versions that were played", Value: rows.Records(trialColumns, p.Trials)},
			rows.Complete(complete),
		})
	default:
		return app.Usagef("--exhaustive writes text or json, not %s; csv with --each-option", format)
	}
	if term.Browser {
		return nil
	}
	w := std.Stdout
	printLabels(w, &comparison{A: a, B: b})
	alike := "" // the numbers of seats at random
	for _, t := range p.Trials {
		if t.small[0].Random > 0 && t.Differ == 0 {
			alike += fmt.Sprintf(", %d", len(t.small[0].Stacks))
			continue
		}
		w.Printf("\n%s\n%s\n", w.Paint(t.name()+", "+report.Deck(t.small[0].Pack), color.Bold), report.Folded(t.lines(), w, 0))
		if why := t.why(); why != "" && t.small[0].Random == 0 {
			w.Printf("not every line was followed: %s\n", why)
		}
		if t.Redeals > 0 && t.small[0].Random == 0 {
			w.Printf("%s in these lines: %s\n", term.Counted(t.Redeals, "new deal"), anew)
		}
		if t.Differ > 0 {
			w.Printf("\n%s\n", w.Paint("the shortest hand in which they differ: "+t.Shortest.Ways.String(), color.Bold))
			printEdits(w, t.edits, t.told[0], t.told[1])
		}
	}
	if alike != "" {
		w.Printf("\n%s\nno line differs: %s\n", w.Paint("the whole game at random with "+alike[2:]+" seats", color.Bold), term.Counted(p.random(), "hand"))
	}
	w.Printf("\n%s\n", report.Folded(p.sentence(), w, 0))
	return nil
}

const verdicts = `enum:"differs,equal,outside,not finished"`

// sentence is the verdict in words.
func (p *proof) sentence() string {
	var sizes []string
	for _, t := range p.Trials {
		if t.why() == "" {
			sizes = append(sizes, t.name())
		}
	}
	words := map[verdict]string{
		differs: "The two are different games", equal: "The two are one game", beyond: "No line can show what differs", unfinished: "No line differs so far",
	}[p.Verdict]
	if len(sizes) > 0 && p.Verdict != differs {
		words += " at " + strings.Join(sizes, "; ")
	}
	if p.Why != "" {
		words += ": " + p.Why
	}
	if n := p.random(); n > 0 && p.Verdict != differs {
		words += fmt.Sprintf(". Nor do %s of the whole game differ that were dealt and played at random", term.Counted(n, "hand"))
	}
	return words + "."
}

// proofColumns are the fields of --each-option.
var proofColumns = []rows.Column[*proof]{
	{Name: "game", Doc: "the game", Value: func(p *proof) any { return p.Game }},
	{Name: "option", Doc: "its option", Value: func(p *proof) any { return p.Option }},
	{Name: "value", Doc: "another value of it than the one in force", Value: func(p *proof) any { return p.Value }},
	{Name: "verdict", Doc: "what the lines say", Limits: verdicts, Value: func(p *proof) any { return string(p.Verdict) }},
	{Name: "size", Doc: "the last size that was played and its seats, empty for none", Value: func(p *proof) any {
		if t := p.last(); t != nil {
			return fmt.Sprintf("%s x %d", t.Size, len(t.small[0].Stacks))
		}
		return ""
	}},
	{Name: "hands", Unit: "hands", Title: "hands", Doc: "hands to the end that do not differ, in that size", Value: func(p *proof) any { return p.count(func(t *trial) int64 { return t.Hands }) }},
	{Name: "lines_differ", Unit: "lines", Title: "lines differ", Doc: "lines that differ", Value: func(p *proof) any { return p.count(func(t *trial) int64 { return t.Differ }) }},
	{Name: "why", Title: "shortest hand, or why", Doc: "the shortest hand that differs and its ways, or the reason of the verdict", Value: func(p *proof) any {
		if t := p.last(); t != nil && t.Differ > 0 {
			return cmp.Or(strings.Join(t.moves, ", "), "before anybody acts") + ": " + t.Shortest.Ways.String()
		}
		return p.Why
	}},
}

func (p *proof) count(of func(*trial) int64) int64 {
	if t := p.last(); t != nil {
		return of(t)
	}
	return 0
}

// writeProofs prints the verdicts on the options.
func writeProofs(std *app.IO, format string, list []*proof, complete bool) error {
	switch format {
	case report.Text:
	case report.CSV:
		return rows.Write(std.Stdout, format, "diff-options", "", proofColumns, list)
	case report.JSON:
		var all []rows.Record
		for _, p := range list {
			all = append(all, append(rows.Records(proofColumns, []*proof{p})[0], rows.Pair{Name: "sizes", Doc: "the small versions that were played", Value: rows.Records(trialColumns, p.Trials)}))
		}
		return rows.WriteObject(std.Stdout, format, "diff-options", "Every other value of each option, played in step with the game (--exhaustive --each-option).", []rows.Pair{
			{Name: "options", Doc: "with their verdicts", Value: append([]rows.Record{}, all...)}, rows.Complete(complete),
		})
	default:
		return app.Usagef("--each-option writes text, json or csv, not %s", format)
	}
	if len(list) == 0 {
		std.Stdout.Printf("there is no option with another value\n")
		return nil
	}
	var cells [][]string
	counts := map[verdict]int64{}
	for _, p := range list {
		counts[p.Verdict]++
		var row []string
		for _, c := range proofColumns {
			row = append(row, fmt.Sprint(c.Value(p)))
		}
		cells = append(cells, row)
	}
	var heads []report.Heading
	for _, c := range proofColumns {
		h := report.Heading{Title: cmp.Or(c.Title, c.Name), Align: report.Left}
		if c.Unit != "" {
			h.Align = report.Right
		}
		heads = append(heads, h)
	}
	report.Table(std.Stdout, heads, cells)
	std.Stdout.Printf("\n%s: %d differ, %d are equal at these sizes, %d are outside what they can show, %d not finished\n",
		term.Counted(int64(len(list)), "value"), counts[differs], counts[equal], counts[beyond], counts[unfinished])
	return nil
}
