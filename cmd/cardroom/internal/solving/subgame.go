package solving

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"
)

// Moment is a state of a recorded hand, to be solved.
type Moment struct {
	File   string // "" for none
	Number int    // of the hand in the file, from 1
	ID     string // if not "", the hand instead: the number that a site gave it, or its number in the file
	// At is the number of player actions before the state. If negative, the state is the first decision after the last card.
	At      int
	Ranges  map[int]string // by seat, from 1
	Bets    bets
	Raises  bets          // unless given, like Bets
	Most    int           // bets and raises in a round, 0 for any number
	Review  bool          // say what the recorded decisions from the state on cost
	Compact bool          // numbers take 16 bits
	Chart   bool          // show the first decisions as charts
	Holding []cards.Card  // show how this hand is played
	First   bool          // save only the first decisions
	after   []hand.Action // with Review: these decisions
	last    hand.Hand     // with Review: the hand at its end
	Method  string        // the method that is asked for, "" for the usual one
}

// rangeOf matches the start of a seat's range: "1=".
var rangeOf = regexp.MustCompile(`(?:^|,)\s*([0-9]+)\s*=`)

// readRanges parses the ranges of seats, such as "1=QQ+,AKs".
func readRanges(list []string) (map[int]string, error) {
	out := map[int]string{}
	text := strings.Join(list, ",")
	at := rangeOf.FindAllStringSubmatchIndex(text, -1)
	if text != "" && (len(at) == 0 || at[0][0] > 0) {
		return nil, app.UsageHint(fmt.Sprintf("--range %s: whose range?", text), "such as --range 1=QQ+,AKs --range 2=TT+")
	}
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		seat, err := strconv.Atoi(text[m[2]:m[3]])
		switch {
		case err != nil || seat < 1:
			return nil, app.Usagef("--range: seats count from 1, not %s", text[m[2]:m[3]])
		case out[seat] != "":
			return nil, app.Usagef("--range gives seat %d two ranges", seat)
		}
		out[seat] = strings.TrimSpace(text[m[1]:end])
	}
	return out, nil
}

// bets are sizes of bets or raises as they are given.
type bets struct {
	enumerate.WagerSizes
	given, exact bool // exact: any amount, where Usual is nil
}

// roundOf matches the start of the sizes of a round: "river=".
var roundOf = regexp.MustCompile(`(?:^|,)\s*([a-z][a-z ]*?)\s*=`)

// readBets parses sizes of bets and raises as parts of the pot, such as "0.5,1" or "0.5,river=0.5,1".
func readBets(flag, text string) (b bets, err error) {
	at := roundOf.FindAllStringSubmatchIndex(text, -1)
	end := len(text)
	for i := len(at) - 1; i >= 0; i-- {
		list, _, err := sizes(flag, text[at[i][1]:end])
		if err != nil {
			return b, err
		}
		if b.In == nil {
			b.In = map[string][]float64{}
		}
		b.In[text[at[i][2]:at[i][3]]] = list
		end = at[i][0]
	}
	if strings.TrimSpace(text[:end]) != "" {
		if b.Usual, b.exact, err = sizes(flag, text[:end]); err != nil {
			return b, err
		}
		b.given = true
	}
	return b, nil
}

// sizes parses sizes. All of them are with all in, which "all" in a list says again; exact says that it stands alone.
func sizes(flag, text string) (out []float64, exact bool, err error) {
	words := strings.Split(text, ",")
	if len(words) == 1 && strings.TrimSpace(text) == "all" {
		return nil, true, nil
	}
	out = []float64{}
	for _, word := range words {
		if word = strings.TrimSpace(word); word == "all" || word == "allin" {
			continue
		}
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || !(v > 0) || v > 1000 {
			return nil, false, app.Usagef("--%s must be parts of the pot such as 0.5,1 or river=0.5,1, or all, not %q", flag, text)
		}
		out = append(out, v)
	}
	slices.Sort(out)
	return out, false, nil
}

// wagers returns the bets and raises to try in a game.
func (m *Moment) wagers(fixed bool) *enumerate.Wagers {
	w := &enumerate.Wagers{Bets: m.Bets.WagerSizes, Raises: m.Raises.WagerSizes, Most: m.Most}
	if !m.Bets.given && !fixed {
		w.Bets.Usual = usualBets
	}
	if !m.Raises.given {
		if w.Raises.Usual = w.Bets.Usual; m.Raises.In == nil {
			w.Raises.In = w.Bets.In
		}
	}
	return w
}

// words describes sizes.
func words(s enumerate.WagerSizes, what string) string {
	of := func(list []float64) string {
		if list == nil {
			return "of every amount"
		}
		var out []string
		for _, v := range list {
			out = append(out, fmt.Sprintf("%g", v))
		}
		if out == nil {
			return "all in"
		}
		return "of " + strings.Join(out, ", ") + " times the pot or all in"
	}
	text := what + " " + of(s.Usual)
	for _, name := range slices.Sorted(maps.Keys(s.In)) {
		text += ", on the " + name + " " + of(s.In[name])
	}
	return text
}

// usualBets are the default bet sizes in a game without fixed limits, as parts of the pot.
var usualBets = []float64{0.5, 1}

// fromHand solves a recorded hand from a state on. game is nil for that of the record.
func (o *Options) fromHand(ctx context.Context, std *app.IO, game *plan.Game) error {
	h, err := o.Moment.play(std, game)
	if err != nil {
		return err
	}
	sub, err := o.Moment.subgame(h)
	if err != nil {
		return err
	}
	game = h.Plan().Game
	s := &solution{Game: game, Complete: true, method: o.Effort.Method, sub: sub, first: o.Moment.First}
	s.Small = &enumerate.Small{Bound: h.Plan(), Options: enumerate.Options{Pack: h.Plan().Game.Deck.Append(nil)}}
	for i := range h.Seats() {
		s.Small.Stacks = append(s.Small.Stacks, h.StartingStack(i))
	}
	if err := o.onTree(ctx, std, s); err != nil {
		return err
	}
	r := &result{solution: s, opts: o}
	if err := r.look(ctx); err != nil {
		return err
	}
	return o.tell(ctx, std, r)
}

// Review solves the recorded hand of a moment, whose game the record names, and says what its decisions cost.
func Review(ctx context.Context, std *app.IO, o Options) error {
	return o.fromHand(ctx, std, nil)
}

// onTree solves a hand on its public tree, or deal by deal if it has none or another method is asked for.
func (o *Options) onTree(ctx context.Context, std *app.IO, s *solution) error {
	if m := o.Moment.Method; m != "" && m != solve.Discounted.String() {
		return o.dealByDeal(ctx, std, s)
	}
	began := std.Now()
	tree, err := street.Build(ctx, s.sub, solve.Options{MaxNodes: o.Effort.MaxNodes, MaxBytes: o.Effort.MaxBytes, Compact: o.Moment.Compact})
	var unfit *street.UnfitError
	if errors.As(err, &unfit) {
		if o.Moment.Review {
			return app.UsageHint(fmt.Sprintf("--review: %s cannot be solved on the tree of what everybody sees: %s", o.Moment.File, unfit.Why), "take a later --at, if the hand has one")
		}
		o.Effort.note(std, "%s is solved deal by deal: %s", o.Moment.File, unfit.Why)
		return o.dealByDeal(ctx, std, s)
	}
	var large *solve.TooLargeError
	if errors.As(err, &large) {
		return app.UsageHint(fmt.Sprintf("%s: the game has %s nodes or more and takes %s of memory or more", o.Moment.File, term.Grouped(large.Nodes), megabytes(large.Bytes)), narrowerHint)
	}
	if err != nil {
		return o.handFault(ctx, std, err, 0)
	}
	s.Tree, s.method = tree.Game(), solve.Discounted
	debug.FreeOSMemory() // what building took, before the numbers are taken: what is announced is what is used
	s.street = street.NewSolver(tree, runtime.GOMAXPROCS(0))
	s.Built = std.Now().Sub(began)
	o.Effort.note(std, "%s, %s, %s of memory; at most %s and %s", term.Counted(tree.Nodes, "node"), term.Counted(tree.InfoSets, "information set"), megabytes(tree.Bytes()),
		term.Counted(o.Effort.MaxNodes, "node"), megabytes(o.Effort.MaxBytes))
	began = std.Now()
	o.Effort.improveStreet(ctx, std, s)
	s.Solved = std.Now().Sub(began)
	return nil
}

// improveStreet solves a hand on its public tree until it is precise enough or the iterations are used up.
func (e *Effort) improveStreet(ctx context.Context, std *app.IO, s *solution) {
	bar := std.StartProgress("iterations", int64(e.Iterations))
	defer bar.Stop()
	until, unit := e.Until, float64(s.Tree.Unit)
	if until < 0 {
		part := 0.0005 // of the pot: so exploitable a hand counts as solved
		if s.street.Tree.ToCome() > 1 {
			part = 0.005
		}
		until = part * float64(s.street.Tree.Pot) / unit
	}
	e.Until = until
	s.Complete = s.street.Run(ctx, until*unit, e.Iterations, func() { bar.Done.Store(int64(s.street.Iterations)) })
	s.Result = s.street.Check(context.WithoutCancel(ctx))
	s.Result.Divide(unit)
	s.Iterations = s.street.Iterations
}

// dealByDeal solves a hand on the tree of all deals.
func (o *Options) dealByDeal(ctx context.Context, std *app.IO, s *solution) error {
	if o.Effort.Until < 0 {
		o.Effort.Until = DefaultEffort().Until
	}
	size, err := o.announceHand(ctx, std, s)
	if err != nil {
		return o.handFault(ctx, std, err, 0)
	}
	began := std.Now()
	bar := std.StartProgress("nodes", size)
	s.Tree, err = solve.BuildSubgame(ctx, s.sub, solve.Options{
		Words: true, MaxNodes: o.Effort.MaxNodes, MaxBytes: o.Effort.MaxBytes, Progress: func(n int64) { bar.Done.Store(n) },
	})
	bar.Stop()
	if err != nil {
		return o.handFault(ctx, std, err, bar.Done.Load())
	}
	s.Built = std.Now().Sub(began)
	o.Effort.note(std, "%s, %s, %s of memory", term.Counted(s.Tree.Nodes, "node"), term.Counted(s.infoSets(), "information set"), megabytes(s.bytes()))
	began = std.Now()
	o.Effort.improve(ctx, std, s)
	s.Solved = std.Now().Sub(began)
	h, r := s.sub.Hand, s.Result
	for i, seat := range s.Tree.Numbers {
		in := s.Tree.Dead + float64(h.StartingStack(seat)-h.Stack(seat))/float64(s.Tree.Unit)
		for _, list := range [][]float64{r.Value, r.Best, r.Low, r.High} {
			list[i] += in
		}
	}
	return nil
}

// announceHand prints the approximate size of a hand's tree, and rejects it if it is too large.
func (o *Options) announceHand(ctx context.Context, std *app.IO, s *solution) (nodes int64, err error) {
	size, err := solve.EstimateSubgame(ctx, s.sub, o.Effort.MaxNodes)
	if err != nil {
		return 0, err
	}
	o.Effort.announce(std, o.Moment.File, size)
	if o.Effort.refuses(size) {
		hint := narrowerHint
		if size.Nodes > 1000*float64(o.Effort.MaxNodes) {
			hint = hopelessHint
		}
		return 0, app.UsageHint(fmt.Sprintf("%s: the game has about %s nodes and takes about %s of memory", o.Moment.File, estimated(size.Nodes), megabytes(size.Bytes)), hint)
	}
	return int64(size.Nodes), nil
}

const (
	narrowerHint = "give narrower ranges, fewer --bets, a later --at, or raise --limit and --memory"
	hopelessHint = "give narrower ranges, fewer --bets, or a later --at, such as after the last draw"
)

// handFault returns why a hand was not solved, after the given number of nodes.
func (o *Options) handFault(ctx context.Context, std *app.IO, err error, nodes int64) error {
	var large *solve.TooLargeError
	var usage *diag.Error
	switch {
	case errors.As(err, &large) && large.Deals > 0:
		return app.UsageHint(fmt.Sprintf("%s: the ranges make up to %s deals, and the tree may have %s nodes", o.Moment.File, estimated(large.Deals), term.Grouped(large.MaxNodes)), narrowerHint)
	case errors.As(err, &large):
		return app.UsageHint(fmt.Sprintf("%s: %v", o.Moment.File, err), narrowerHint)
	case ctx.Err() != nil:
		std.Note("interrupted after %s, while the tree was built: nothing is solved yet, and no file was written", term.Counted(nodes, "node"))
		return ctx.Err()
	case errors.As(err, &usage) && usage.Code == diag.Usage:
		return err
	}
	return fmt.Errorf("%s: %w", o.Moment.File, err)
}

// subgame reads the ranges for the state. A seat without a range may have any hand.
func (m *Moment) subgame(h *hand.Hand) (*solve.Subgame, error) {
	sub := &solve.Subgame{Hand: h, Line: m.after, Ranges: map[int]*cards.Range{}, Wagers: m.wagers(h.Plan().Stakes.Structure.String() == "fixed limit")}
	for seat := range m.Ranges {
		if seat > h.Seats() || !h.Live().Has(seat-1) {
			return nil, app.Usagef("--range %d=%s: seat %d is not in the hand any more", seat, m.Ranges[seat], seat)
		}
	}
	for live := h.Live(); live != 0; live &= live - 1 {
		seat := live.First()
		text := m.Ranges[seat+1]
		if text == "" {
			text = "random"
		}
		n := len(h.Hole(seat)) - len(h.Showing(seat, 0))
		r, err := h.Plan().Game.Deck.ParseRange(text, n)
		if err != nil {
			return nil, fmt.Errorf("--range %d: %w", seat+1, err)
		}
		sub.Ranges[seat] = r
	}
	return sub, nil
}

// title describes what was solved in one or two lines.
func (r *result) title() []string {
	if r.sub == nil {
		return []string{fmt.Sprintf("%s, size %s: %s from %s, stakes %s, stacks %s", r.Game.ID, r.Small.Size, term.Counted(int64(r.Tree.Seats), "seat"), report.Deck(r.Small.Pack), r.Small.Bound.Stakes.String(), r.stacks())}
	}
	h := r.sub.Hand
	pot := h.WholePot()
	first := fmt.Sprintf("%s, hand %d of %s: pot %s", r.Game.ID, r.opts.Moment.Number, r.opts.Moment.File, h.Plan().Stakes.Price(pot))
	if len(h.Board()) > 0 {
		first += ", board " + cards.Format(h.Board())
	}
	w := r.sub.Wagers
	sizes := words(w.Bets, "bets and raises")
	if r.opts.Moment.Raises.given || r.opts.Moment.Raises.In != nil {
		sizes = words(w.Bets, "bets") + "; " + words(w.Raises, "raises")
	}
	if w.Bets.Usual == nil && w.Bets.In == nil && !r.opts.Moment.Raises.given {
		sizes = "every amount may be bet"
	}
	if w.Most > 0 {
		sizes += fmt.Sprintf("; at most %d in a round", w.Most)
	}
	return []string{first, fmt.Sprintf("%s of the ranges; %s", term.Counted(r.deals(), "combination"), sizes)}
}

// deals returns the number of pairs of hands of the ranges.
func (r *result) deals() int64 {
	if r.street != nil {
		return r.street.Tree.Deals
	}
	return int64(r.sub.Deals)
}
