package dsl_test

import (
	"bufio"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/replay"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"
)

var (
	updateKept = flag.Bool("update-kept", false, "write the hands and tables of testdata/kept anew")
	toldTo     = flag.String("told", "", "write the hands and tables of testdata/kept as text to this folder")
)

// TestHandsAsBefore plays seeded hands of every game and compares everything
// that can be seen of them with testdata/kept: the same inputs must give the
// same hand. At every decision it also tries invalid moves: actions and
// irregularities at and beyond the limits, each on a copy. A line of
// testdata/kept stands for one hand. After an intended change, run
//
//	go test ./dsl -run AsBefore -update-kept
//
// To see the differences, write the texts before and after the change with
// -told FOLDER and compare the folders.
func TestHandsAsBefore(t *testing.T) {
	k := keep(t, "hands")
	own := library(t, nil)
	for _, g := range k.some(allGames(t)) {
		t.Run(strings.ReplaceAll(g.ID, "/", "-"), func(t *testing.T) {
			k.t = t
			r := newReach(t, g)
			number := uint64(0)
			play := func(b *plan.AtStakes, seats int, depth int64) {
				number++
				stacks := r.stacks(b, seats, depth)
				k.piece(fmt.Sprintf("%s %s", g.ID, b.Stakes.Name), number, func(w io.Writer) {
					p := probe{T: t, w: w, chance: hand.NewSource(41, number)}
					p.play(p.setup(b, stacks, number))
				})
			}
			for _, stakes := range r.stakes() {
				b := bound(t, own, g.ID, stakes)
				for _, depth := range []int64{1, 6, 60} {
					play(b, g.MinSeats+int(number)%(min(g.MaxSeats, 7)-g.MinSeats+1), depth)
				}
			}
			if b := bound(t, own, g.ID, ""); !g.Banked() {
				for number = 1001; number <= 1003; number++ {
					k.piece(g.ID+" dealt by hand", number, func(w io.Writer) {
						p := probe{T: t, w: w, chance: hand.NewSource(47, number)}
						p.manual(p.setup(b, r.stacks(b, min(4, g.MaxSeats), []int64{1, 20}[number%2]), number))
					})
				}
			}
			options := slices.Clone(g.Options) // by name: the order in which scripts declare them is not part of a hand
			slices.SortStableFunc(options, func(a, b plan.Option) int { return strings.Compare(a.Name, b.Name) })
			for _, o := range options {
				for _, value := range readings(&o) {
					lib := library(t, map[string]string{o.Name: value})
					play(bound(t, lib, g.ID, ""), min(4, g.MaxSeats), 12)
				}
			}
		})
	}
	k.t = t
	k.results.End()
}

// kept is a list of results that must not change.
type kept struct {
	t       *testing.T
	name    string
	results *testkit.Kept
	differ  int
}

// manyDiffer is the number of changed results after which a test stops.
const manyDiffer = 5

func keep(t *testing.T, name string) *kept {
	k := &kept{t: t, name: name}
	k.results = testkit.ReadKept(t, k.file(), *updateKept)
	return k
}

// some returns the games that are compared: a sweep, or all if the list is written anew.
func (k *kept) some(all []*plan.Game) []*plan.Game {
	if k.all() {
		return all
	}
	return testkit.Sweep(all, 3)
}

// all reports whether every result is wanted.
func (k *kept) all() bool { return *updateKept || *toldTo != "" }

func (k *kept) file() string { return filepath.Join("testdata", "kept", k.name+".txt") }

// piece adds the output of tell as one line.
func (k *kept) piece(name string, number uint64, tell func(io.Writer)) {
	h := fnv.New64a()
	if *toldTo == "" {
		w := bufio.NewWriterSize(h, 1<<16)
		tell(w)
		w.Flush()
	} else {
		dir := filepath.Join(*toldTo, k.name, strings.ReplaceAll(name, "/", "_"))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			k.t.Fatal(err)
		}
		file, err := os.Create(filepath.Join(dir, fmt.Sprint(number)))
		if err != nil {
			k.t.Fatal(err)
		}
		defer file.Close()
		w := bufio.NewWriter(io.MultiWriter(h, file))
		tell(w)
		w.Flush()
	}
	if k.results.Is(fmt.Sprintf("%s #%d", name, number), fmt.Sprintf("%016x", h.Sum64())) || *toldTo != "" {
		return
	}
	k.t.Errorf("%s #%d is not as in %s: if that is meant, go test ./dsl -run AsBefore -update-kept; -told FOLDER writes the text", name, number, k.file())
	if k.differ++; k.differ == manyDiffer {
		k.t.FailNow()
	}
}

// probe plays one hand and writes what can be seen of it.
type probe struct {
	*testing.T
	w      io.Writer
	chance hand.Source
	log    hand.Log
	h      hand.Hand
	deck   []cards.Card // as shuffled
}

func (p *probe) say(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

func (p *probe) below(n int) int { return int(p.chance.Below(uint64(n))) }

// setup returns the setup of a hand with some blinds and posts owed.
func (p *probe) setup(b *plan.AtStakes, stacks []int64, number uint64) *hand.Setup {
	n, chip := len(stacks), b.Stakes.Chip
	s := &hand.Setup{Plan: b, Stacks: stacks, Button: p.below(n), Seed: 5, Number: number, Log: &p.log}
	s.Attendance = hand.Attendance(number % 3)
	if b.Game.Banked() {
		s.Banked = p.below(3)
		return s
	}
	if n > 3 && s.Attendance != hand.Unattended && p.below(2) == 0 {
		s.Absent = betting.Bit((s.Button + 2) % n)
	}
	if p.below(3) == 0 {
		s.Posts = append(s.Posts, hand.Post{Seat: s.Button, Amount: chip * int64(1+p.below(4)), Dead: p.below(2) == 0})
	}
	if p.below(3) == 0 {
		s.Fees = append(s.Fees, hand.Fee{Seat: p.below(n+1) - 1, Amount: chip * int64(1+p.below(3)), Flop: false})
	}
	if p.below(4) == 0 {
		s.Fees = append(s.Fees, hand.Fee{Seat: -1, Amount: chip, Flop: true})
	}
	s.NoStraddle, s.DeadAntes = p.below(4) == 0, p.below(4) == 0
	return s
}

// play plays a hand to its end.
func (p *probe) play(s *hand.Setup) {
	p.refusedSetups(s)
	if err := p.h.Start(s); err != nil {
		p.say("%v", err)
		return
	}
	p.deck = p.h.Order()
	for step := 0; ; step++ {
		d := p.h.Pending()
		if d == nil {
			break
		}
		if step == 400 {
			p.Fatalf("%s, hand %d does not end", s.Plan.Game.ID, s.Number)
		}
		p.decision(d)
		if d.Kind != hand.DealerGoesOn {
			p.actions(d)
			p.words(d, step)
		}
		if step%8 == 5 {
			p.next()
		}
		if step == 6 || step == 12 {
			p.equity()
		}
		if step == 3 && len(p.h.Undealt()) > 1 && len(p.h.Hole(0)) > 0 {
			p.arranged()
		}
		if s.Attendance != hand.Unattended {
			p.irregular(step)
		}
		p.goOn(d)
	}
	p.end(s)
}

// manual plays a hand whose cards the caller deals, some of them unknown, and
// also tries cards that cannot be dealt.
func (p *probe) manual(s *hand.Setup) {
	s.Manual = true
	s.Attendance = min(s.Attendance, hand.Tracked)
	c := caller{chance: p.chance}
	if err := c.h.Start(s); err != nil {
		p.say("%v", err)
		return
	}
	for range 300 {
		d := c.h.Pending()
		if d == nil {
			break
		}
		p.h = c.h
		p.h.Follow(nil)
		p.decision(d)
		known := slices.Concat(c.h.Board(), c.h.Hole(0))
		for kind := hand.DealTo; kind <= hand.Muck; kind++ {
			for _, list := range [][]cards.Card{nil, unknown(d.Count), unknown(d.Count + 1), unknown(max(0, d.Count-1)), known[:min(1, len(known))]} {
				for _, seat := range []int8{-1, d.Seat, int8(d.For.First())} {
					if seat < int8(c.h.Seats()) {
						a := hand.Action{Kind: kind, Seat: seat}.WithCards(list[:min(len(list), hand.MaxHole)])
						p.try(func(h *hand.Hand) error { return h.Apply(a) })
					}
				}
			}
		}
		if s.Attendance != hand.Unattended && p.below(4) == 0 {
			p.irregular(p.below(20))
		}
		if err := c.act(d); err != nil {
			p.say("%v", err)
			return
		}
	}
	p.h = c.h
	p.h.Follow(&p.log)
	p.end(s)
}

// next schedules an irregularity at the first moment at which it can happen.
func (p *probe) next() {
	if p.h.Attendance() == hand.Unattended {
		return
	}
	all := plan.Incidents()
	in := p.anyIncident(all[p.below(len(all))])
	p.say("  next: %s", in.Text(plan.Names{}))
	p.try(func(h *hand.Hand) error {
		steps, err := h.HappenNext(in)
		if err == nil {
			p.say("%d steps", steps)
		}
		return err
	})
}

// equity writes the equity questions of the hand, as it is and as one seat sees
// it.
func (p *probe) equity() {
	seen := p.h.SeenBy(0, 0)
	for _, h := range []*hand.Hand{&p.h, &seen} {
		q, seats, err := odds.Of(h)
		if err != nil {
			p.say("  %v", err)
			continue
		}
		p.say("  %v %v %v %d %v %v", seats, q.Hands, q.Board, q.ToBoard, q.Dead, q.Pots)
	}
}

// arranged puts cards on top of the stub.
func (p *probe) arranged() {
	left := slices.Clone(p.h.Undealt())
	slices.Sort(left)
	for _, next := range [][]cards.Card{nil, left[:min(1, len(left))], {left[len(left)-1], left[0]}, left, {left[0], left[0]}, {p.h.Hole(0)[0]}} {
		h := p.h
		h.Follow(nil)
		err := h.Arrange(next)
		p.say("%v %v %v", err, h.Stub(), h.Order())
	}
}

// goOn makes the next choice, or triggers an irregularity before it.
func (p *probe) goOn(d *hand.Decision) {
	if p.h.Attendance() != hand.Unattended && len(p.h.Notes()) < batch.MostMishaps && p.below(10) == 0 {
		if in, ok := batch.Mishap(&p.h, &p.chance); ok && p.h.Happen(in) == nil {
			p.told(&p.h)
			return
		}
	}
	a := hand.Action{Kind: hand.GoOn, Seat: -1}
	if d.Kind != hand.DealerGoesOn {
		var err error
		if a, err = (batch.Random{}).Act(&p.h, d, &p.chance); err != nil {
			p.Fatal(err)
		}
		a = batch.HoldToDraw(&p.h, d, a)
		p.say("> %s", speech.Say(&a, &p.h, d))
	}
	if err := p.h.Apply(a); err != nil {
		p.Fatal(err)
	}
}

// decision writes the decision and the legal actions.
func (p *probe) decision(d *hand.Decision) {
	moment, rounds := p.h.Moment()
	p.say("%+v %s, %v %d %v", *d, p.h.Legal(), moment, rounds, speech.Choices(&p.h, d))
	p.say("%v opener %d turn %d asked %d serving %d due %d waiting %v taken %d steps %d of %s", p.h.Possible(), p.h.Opener(), p.h.Turn(),
		p.h.Asked(), p.h.Serving(), p.h.Due(), p.h.Waiting(), p.h.Taken(), p.h.Steps(), speech.Street(&p.h))
	for _, o := range p.h.Offers() {
		p.say("%s %d %d %d %v", o.Name, o.Min, o.Max, o.Step, o.Takes())
	}
	p.state(&p.h)
}

// pointsOf returns the points by which a game is settled, nil for rankings.
func pointsOf(g *plan.Game) *rank.Points {
	for i := range g.Steps {
		if sd := g.Steps[i].Settle; sd != nil {
			return sd.Points
		}
	}
	return nil
}

// state writes chips and cards.
func (p *probe) state(h *hand.Hand) {
	for i := range h.Seats() {
		fmt.Fprint(p.w, i, h.Stack(i), " ", h.Wagered(i), " ", h.PutBy(i), " ", h.Net(i), " ", h.Owed(i), h.Live().Has(i), h.Able().Has(i), h.Hands(i))
		for k := range h.Hands(i) {
			cs, bet := h.Cards(i, k)
			fmt.Fprint(p.w, cs, bet, h.Showing(i, k))
			if words, ok := h.Worth(i, k); ok {
				pts := pointsOf(h.Plan().Game)
				if pts == nil {
					fmt.Fprint(p.w, words)
					continue
				}
				w := pts.Of(cs)
				if pts.Words(w) != words { // the hand was made by a split
					w = pts.Plain(cs)
				}
				fmt.Fprint(p.w, true, w)
			}
		}
		for k := range h.Hole(i) {
			fmt.Fprint(p.w, h.IsUp(i, k))
		}
	}
	p.say("|%v pot %d dead %d in %d out %d house %d stake %d %v|%v|%v|%v|%d", h.Board(), h.Pot(), h.Dead(), h.PutIn(), h.PaidOut(), h.House(),
		h.Stake(), h.Bettors(), h.Burns(), h.Mucked(), h.Aside(), h.LeftInStub())
}

// told writes the last event and its ruling.
func (p *probe) told(h *hand.Hand) {
	if notes := h.Notes(); len(notes) > 0 {
		n := &notes[len(notes)-1]
		p.say("! %s: %s", n.Incident.Text(plan.Names{}), speech.Ruling(n))
	}
	p.state(h)
}

// try does something to a copy of the hand and writes the result.
func (p *probe) try(do func(h *hand.Hand) error) bool {
	c := p.h
	c.Follow(nil)
	before := c
	if err := do(&c); err != nil {
		p.say("  %v", err)
		if !c.Same(&before) {
			p.Errorf("a refusal has changed the hand: %v", err)
		}
		return false
	}
	if !c.Conserved() || !c.CardsConserved() {
		p.Error("chips or cards are not conserved")
	}
	if d := c.Pending(); d != nil {
		p.say("  %d %d %+v", d.Kind, d.Seat, d.Options)
	}
	p.state(&c)
	return true
}

// actions tries every kind of action, with amounts at and next to the limits,
// including out of turn.
func (p *probe) actions(d *hand.Decision) {
	o, chip := &d.Options, p.h.Plan().Stakes.Chip
	amounts := []int64{0}
	for _, n := range []int64{o.MinTo, o.MaxTo, o.Call, d.BringIn, d.Price} {
		if n > 0 {
			amounts = append(amounts, n-chip, n-1, n, n+1, n+chip)
		}
	}
	slices.Sort(amounts)
	amounts = slices.Compact(amounts)
	a := hand.Action{Seat: d.Seat}
	for kind := hand.Fold; kind <= hand.GoOn; kind++ {
		a.Kind, a.Amount = kind, 0
		switch {
		case kind == hand.RaiseTo && d.Kind == hand.Wager:
			for _, a.Amount = range amounts {
				p.try(func(h *hand.Hand) error { return h.Apply(a) })
			}
		case kind == hand.Choose && d.Kind == hand.Chosen:
			p.offers(a)
		case kind == hand.PickCards:
			p.cardsOf(d, a)
		case p.below(3) == 0:
			p.try(func(h *hand.Hand) error { return h.Apply(a) })
		default:
			c := p.h
			c.Follow(nil)
			if err := c.Apply(a); err != nil {
				p.say("  %v", err)
			}
		}
	}
	a.Kind, a.Seat = hand.Fold, int8((int(d.Seat)+1)%p.h.Seats())
	p.try(func(h *hand.Hand) error { return h.Apply(a) })
}

// words parses a few of the things that players say.
func (p *probe) words(d *hand.Decision, step int) {
	money := func(n int64) string { return plan.Money(n, p.h.Plan().Stakes.Scale) }
	own := ""
	if d.Seat >= 0 && len(p.h.Hole(int(d.Seat))) > 0 {
		own = p.h.Hole(int(d.Seat))[0].String()
	}
	said := []string{
		"", "pass", "call " + money(d.Options.Call), "call 1000", "raise", "bet " + money(d.Options.MinTo), "raise to " + money(d.Options.MaxTo),
		"raise by 1", "raise by", "raise to all in", "raise min", "max", "max 1", "pot", "half pot", "half", "raise half pot", "bet pot", "all in", "all",
		"shove", "bring in", "straddle", "straddle to " + money(d.Price), "no straddle", "decline it", "draw 1", "draw 2 cards", "draw none",
		"draw all", "draw 99", "draw " + own, "keep " + own, "keep all", "keep none", "keep", "keep 2c2c", "stand pat", "show " + own, "buy " + own,
		"turn up " + own, "throw " + own + "," + own, "go", "bank 100", "bank max", "bet 10 to", "bet for 5", "bet", "double", "stand", "check 5", "sing", "draw joker joker joker",
	}
	for i, text := range said {
		if (i+step)%6 != 0 {
			continue
		}
		a, err := speech.Parse(text, &p.h, d)
		if err != nil {
			p.say("  %q: %v", text, err)
			continue
		}
		p.say("  %q: %s, %v %d %v", text, speech.Say(&a, &p.h, d), a.Kind, a.Amount, a.List())
	}
	p.say("  %q", speech.Complete(said[step%len(said)][:min(len(said[step%len(said)]), 3)], &p.h, d))
}

// offers tries the choices offered, with amounts at and next to the limits.
func (p *probe) offers(a hand.Action) {
	list := slices.Clone(p.h.Offers())
	for i, o := range list {
		a.Pick = int8(i)
		for _, a.Amount = range []int64{0, o.Min - 1, o.Min, o.Min + 1, o.Min + o.Step, o.Max - 1, o.Max, o.Max + 1, o.Max + o.Step} {
			p.try(func(h *hand.Hand) error { return h.Apply(a) })
		}
	}
	for _, pick := range []int{-1, len(list)} {
		a.Pick = int8(pick)
		p.try(func(h *hand.Hand) error { return h.Apply(a) })
	}
}

// cardsOf tries to discard or turn up no card, one, the maximum, one more, one
// twice, and one that is elsewhere.
func (p *probe) cardsOf(d *hand.Decision, a hand.Action) {
	if d.Kind != hand.CardsAsked || d.Seat < 0 {
		return
	}
	own := slices.Clone(p.h.Hole(int(d.Seat)))
	lists := [][]cards.Card{nil, own[:1], own[:min(d.Count, len(own))], own[:min(d.Count+1, len(own))], {own[0], own[0]}}
	if d.Least > 0 {
		lists = append(lists, own[:min(d.Least, len(own))], own[:d.Least-1])
	}
	for _, next := range p.h.Hole((int(d.Seat) + 1) % p.h.Seats()) {
		lists = append(lists, []cards.Card{next})
		break
	}
	for _, list := range lists {
		p.try(func(h *hand.Hand) error { return h.Apply(a.WithCards(list)) })
	}
}

// irregular tries irregularities, possible and impossible.
func (p *probe) irregular(step int) {
	all := plan.Incidents()
	for i := range all {
		kind := all[(i+step)%len(all)]
		if i >= 4 {
			if err := p.h.CanHappen(kind); err != nil && i%4 == step%4 {
				p.say("  %s: %v", kind, err)
			}
			continue
		}
		in := p.anyIncident(kind)
		p.say("  ? %s", in.Text(plan.Names{}))
		p.happen(in)
	}
	for range 2 {
		if in, ok := batch.Mishap(&p.h, &p.chance); ok {
			p.say("  ? %s", in.Text(plan.Names{}))
			p.happen(in)
		}
	}
}

func (p *probe) happen(in plan.Incident) {
	p.try(func(h *hand.Hand) error {
		err := h.Happen(in)
		if err == nil {
			p.told(h)
		}
		return err
	})
}

// anyIncident returns an irregularity with fields at the limits, plausible or
// not.
func (p *probe) anyIncident(kind plan.IncidentKind) plan.Incident {
	in := plan.Incident{Kind: kind}
	chip := p.h.Plan().Stakes.Chip
	pick := func(list ...int64) int64 { return list[p.below(len(list))] }
	for _, f := range kind.Spec().Fields {
		if !f.Required && !f.Bare && p.below(2) == 0 {
			continue
		}
		var v plan.Value
		switch f.Kind {
		case plan.SeatField:
			v.N = int64(p.below(p.h.Seats()))
		case plan.SeatsField:
			v.List = []int64{int64(p.below(p.h.Seats()))}
		case plan.CardField, plan.CardsField:
			pool := p.h.Undealt()
			if seat := in.Seat(); seat >= 0 && p.below(4) > 0 {
				pool = p.h.Hole(seat)
			}
			if len(pool) == 0 {
				continue
			}
			n := 1
			if f.Kind == plan.CardsField {
				n += p.below(min(3, len(pool)))
			}
			v.Cards = slices.Clone(pool[:n])
		case plan.WordField:
			v.Word = slices.Concat(f.Words, []string{"pair"})[p.below(len(f.Words)+1)]
		case plan.ChipsField, plan.MotionField:
			stack := int64(0)
			if seat := max(in.Seat(), 0); seat < p.h.Seats() {
				stack = p.h.Stack(seat)
			}
			v.N = pick(0, 1, chip, 2*chip, stack-chip, stack, stack+chip)
			v.List = []int64{v.N, pick(chip, 2*chip)}[:1+p.below(2)]
		case plan.FlagField:
			v.N = int64(p.below(2))
		case plan.ListField:
			v.List = []int64{pick(0, 1, 2, 5), pick(0, 1, 2, 5)}
		default:
			v.N = pick(0, 1, 2, 3, 4, 5, 60)
		}
		in = in.With(f.Name, v)
	}
	return in
}

// refusedSetups starts hands with invalid setups.
func (p *probe) refusedSetups(s *hand.Setup) {
	n := len(s.Stacks)
	for _, spoil := range []func(s *hand.Setup){
		func(s *hand.Setup) { s.Button = -1 },
		func(s *hand.Setup) { s.Button = n },
		func(s *hand.Setup) { s.Stacks = s.Stacks[:s.Plan.Game.MinSeats-1] },
		func(s *hand.Setup) { s.Stacks = make([]int64, s.Plan.Game.MaxSeats+1) },
		func(s *hand.Setup) { s.Stacks = append(slices.Clone(s.Stacks[1:]), 0) },
		func(s *hand.Setup) { s.Stacks = append(slices.Clone(s.Stacks[1:]), -1) },
		func(s *hand.Setup) { s.Posts = []hand.Post{{Seat: n, Amount: 1}} },
		func(s *hand.Setup) { s.Posts = []hand.Post{{Seat: -1, Amount: 1}} },
		func(s *hand.Setup) { s.Posts = []hand.Post{{Seat: 0, Amount: 0}} },
		func(s *hand.Setup) { s.Posts = []hand.Post{{Seat: 0, Amount: -1}} },
		func(s *hand.Setup) { s.Fees = []hand.Fee{{Seat: n, Amount: 1}} },
		func(s *hand.Setup) { s.Fees = []hand.Fee{{Seat: -2, Amount: 1}} },
		func(s *hand.Setup) { s.Fees = []hand.Fee{{Seat: 0, Amount: -1}} },
		func(s *hand.Setup) { s.Banked = -1 },
		func(s *hand.Setup) { s.ForcedSeats = []int8{int8(n)} },
		func(s *hand.Setup) { s.ForcedSeats = make([]int8, len(s.Plan.Game.Forced)+1) },
		func(s *hand.Setup) { s.Blinds = make([]int64, n+1) },
		func(s *hand.Setup) { s.Antes = make([]int64, n-1) },
		func(s *hand.Setup) { s.Absent = betting.Bit(n) },
		func(s *hand.Setup) { s.Absent = betting.Bit(n) - 1 },
		func(s *hand.Setup) { s.Absent, s.Attendance = 1, hand.Unattended },
		func(s *hand.Setup) { s.Deck = []cards.Card{0, 1} },
		func(s *hand.Setup) { s.Manual, s.Attendance = true, hand.Attended },
	} {
		bad := *s
		bad.Log = nil
		spoil(&bad)
		var h hand.Hand
		p.say("%v", h.Start(&bad))
	}
}

// end writes the result of a hand, the log of its events, what each seat has
// seen of them, and its record.
func (p *probe) end(s *hand.Setup) {
	h := &p.h
	p.say("%+v", *h.Result())
	p.say("%v", h.Order())
	for i := range h.Seats() {
		seen := h.SeenBy(i, 0)
		p.state(&seen)
		p.say("%v won %d", plain(hand.SeenBy(p.log.Events, i)), h.Won(i))
	}
	for _, e := range plain(p.log.Events) {
		p.say("%+v", e)
	}
	n := speech.NewNarrator(p.w, speech.Style{})
	n.Tell(h, p.log.Events)
	n.Result()
	won, lost := h.OwesBlinds()
	p.say("owe %v %v", won, lost)
	rec, err := replay.Record(s, h, &p.log, p.deck)
	if err != nil {
		p.say("%v", err)
		return
	}
	if _, err := p.w.Write(history.Append(nil, rec)); err != nil {
		p.Fatal(err)
	}
	if !s.Manual {
		p.replay(s, rec)
	}
}

// plainEvent is an event without the fields that only some games need, which
// are written if set.
type plainEvent struct {
	Kind               hand.EventKind
	AllIn              bool
	Seat, Pot, Part, N int8
	Forced, Other      int8
	Note, Step         int16
	Cards              [hand.MaxHole]cards.Card
	Amount, To         int64
	Strength           rank.Strength
}

// plain returns events with only the fields that all games have.
func plain(events []hand.Event) (out []any) {
	for _, e := range events {
		out = append(out, plainEvent{e.Kind, e.AllIn, e.Seat, e.Pot, e.Part, e.N, e.Forced, e.Other, e.Note, e.Step, e.Cards, e.Amount, e.To, e.Strength})
		if e.More != 0 {
			out = append(out, e.More)
		}
	}
	return out
}

// replay plays the record of the hand, and writes the errors of invalid
// records.
func (p *probe) replay(s *hand.Setup, rec *history.Hand) {
	var log hand.Log
	player := replay.NewPlayer(func(string, map[string]string) (*plan.Game, error) { return s.Plan.Game, nil }, &log)
	if row := player.Play(rec); !row.OK || row.Err != nil {
		p.Errorf("%s, hand %d is not replayed: %v", s.Plan.Game.ID, s.Number, row.Err)
	} else if len(log.Events) != len(p.log.Events) {
		p.say("replayed with %d events", len(log.Events))
	}
	if len(rec.Actions) < 3 {
		return
	}
	p.forged(rec)
	for range 3 { // an action is missing, or occurs twice
		bad := *rec
		k := p.below(len(rec.Actions))
		bad.Actions = slices.Delete(slices.Clone(rec.Actions), k, k+1)
		if p.below(2) == 0 {
			bad.Actions = slices.Insert(slices.Clone(rec.Actions), k, rec.Actions[k])
		}
		row := player.Play(&bad)
		p.say("%v %v %v", row.OK, row.Complete, row.Err)
	}
}

// forged reads the record with a wrong letter, value or line.
func (p *probe) forged(rec *history.Hand) {
	text := string(history.Append(nil, rec))
	lines := strings.SplitAfter(text, "\n")
	words := []string{"0", "-1", "1e3", "1.5", "'", "[", "]", ",", "??", "10h", "A?", "p0", "p99", "dh", "xx", "true", "1_000", "#", "=", " ", "é", "\x00"}
	for range 4 {
		k, at := p.below(len(lines)), p.below(len(text))
		bad := text
		switch p.below(4) {
		case 0:
			bad = strings.Join(slices.Delete(slices.Clone(lines), k, k+1), "")
		case 1:
			bad = strings.Join(slices.Insert(slices.Clone(lines), k, lines[p.below(len(lines))]), "")
		case 2:
			bad = text[:at] + words[p.below(len(words))] + text[at:]
		default:
			bad = text[:at] + words[p.below(len(words))] + text[min(len(text), at+1+p.below(3)):]
		}
		for _, lenient := range []bool{false, true} {
			hands, err := history.Read("a.phh", []byte(bad), history.Options{Lenient: lenient})
			p.say("%v", err)
			for _, h := range hands {
				p.say("%v", h.Warnings)
			}
		}
	}
}
