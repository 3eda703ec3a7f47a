package dsl_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/ledger"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
)

// The search for violated invariants. Flags make it longer, and allow it to be stopped and continued:
//
//	go test ./dsl -run TestLaws -timeout 0 -laws.pieces 0-9999 -laws.log laws.log -laws.workers 2
//
// plays the pieces that are not in the log yet and adds a line to it for each.
var (
	lawsPieces  = flag.String("laws.pieces", "", "play the pieces `I-J` of the hunt for broken laws")
	lawsLog     = flag.String("laws.log", "", "add a line for each piece to `FILE`, and pass over the pieces that it has")
	lawsWorkers = flag.Int("laws.workers", 1, "play `N` pieces at a time")
)

// Tables per piece and hands per table.
const (
	lawTables = 8
	lawHands  = 500
)

// TestLaws plays hands with irregularities, of every game, menu and table of the houses, with every value of every option, at
// tables from a chip to a thousand blinds, in runs and in sessions. After every action chips are conserved and every card is in
// exactly one zone, nothing gets stuck, undo is exact, and recorded hands replay identically. Without flags it plays a few hands
// of each kind.
func TestLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every house with every option")
	}
	items := lawItems(t)
	if *lawsPieces == "" {
		for n := range int64(12) {
			playPiece(items, n, 4, 8, func(tt *lawTable, err error) { t.Errorf("piece %d: %s: %v", n, tt, err) })
		}
		parts := slices.DeleteFunc(slices.Clone(items), func(it lawItem) bool { return it.kind != ofPart })
		for n := range int64(len(parts)) {
			playPiece(parts, n, 6, 8, func(tt *lawTable, err error) { t.Errorf("part %d: %s: %v", n, tt, err) })
		}
		return
	}
	var from, to int64
	if _, err := fmt.Sscanf(*lawsPieces, "%d-%d", &from, &to); err != nil || from > to {
		t.Fatalf("-laws.pieces is I-J, not %q", *lawsPieces)
	}
	log := openLawLog(t)
	t.Logf("%d kinds of tables make a round", len(items))
	var next atomic.Int64
	next.Store(from)
	var wg sync.WaitGroup
	for range *lawsWorkers {
		wg.Go(func() {
			for n := next.Add(1) - 1; n <= to; n = next.Add(1) - 1 {
				if !log.done[n] {
					log.piece(t, items, n)
				}
			}
		})
	}
	wg.Wait()
}

// lawLog is the file of the pieces played.
type lawLog struct {
	file *os.File
	done map[int64]bool
	mu   sync.Mutex
}

func openLawLog(t *testing.T) *lawLog {
	l := &lawLog{done: map[int64]bool{}}
	if *lawsLog == "" {
		return l
	}
	text, err := os.ReadFile(*lawsLog)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var n int64
		if _, err := fmt.Sscanf(line, "piece %d", &n); err == nil && strings.HasSuffix(line, "\n") {
			l.done[n] = true
		}
	}
	if l.file, err = os.OpenFile(*lawsLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.file.Close() })
	return l
}

func (l *lawLog) add(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		fmt.Fprintf(l.file, format, args...)
	}
}

func (l *lawLog) piece(t *testing.T, items []lawItem, n int64) {
	began := time.Now()
	c := playPiece(items, n, lawTables, lawHands, func(tt *lawTable, err error) {
		l.add("broken %d %s: %s\n", n, tt, firstLine(err))
		t.Errorf("piece %d: %s: %v", n, tt, err)
	})
	it := itemOf(items, n)
	l.add("piece %d hands=%d sessions=%d odd=%d events=%d replayed=%d undone=%d broken=%d ms=%d %s\n",
		n, c.hands, c.sessions, c.odd, c.events, c.replayed, c.undone, c.broken, time.Since(began).Milliseconds(), it)
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// lawCount is the result of a piece.
type lawCount struct{ hands, sessions, odd, events, replayed, undone, broken int64 }

// playPiece plays the tables of a piece. A table ends at its first violation.
func playPiece(items []lawItem, n, tables, hands int64, broken func(*lawTable, error)) (c lawCount) {
	it, list := lawPiece(items, n, tables, hands)
	lib := it.library(list[0].set)
	if _, err := it.open(lib, ""); err != nil { // these values cannot be combined
		set := map[string]string{}
		if it.option != "" {
			set[it.option] = it.value
		}
		for i := range list {
			list[i].set = set
		}
		lib = it.library(set)
	}
	for i := range list {
		tt := &list[i]
		if err := tt.play(lib, &c); err != nil {
			c.broken++
			broken(tt, err)
		}
	}
	return c
}

// lawSitting is a table being played.
type lawSitting struct {
	*lawTable
	count *lawCount
	text  []byte // records of the hands since the last replay
	ends  []lawEnd
	find  replay.Finder
	log   hand.Log
	rows  *ledger.Writer
}

// play plays the table and returns the first violation.
func (tt *lawTable) play(lib *dsl.Library, c *lawCount) (err error) {
	stop := tt.watch()
	defer stop()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	o, err := tt.open(lib, tt.stakes)
	if err != nil {
		return err
	}
	s := &lawSitting{lawTable: tt, count: c}
	s.find = func(variant string, options map[string]string) (*plan.Game, error) {
		if options == nil || !strings.Contains(variant, "/") { // a PHH variant
			return s.library(nil).ForVariant(variant)
		}
		g, err := lib.Find(variant)
		if err != nil || slices.ContainsFunc(g.Options, func(o plan.Option) bool { return o.Value != options[o.Name] }) {
			return s.library(options).Find(variant)
		}
		return g, nil
	}
	if tt.session {
		return s.playSession(lib, &o)
	}
	tt.fit(&o)
	return s.playRun(&o)
}

// watch ends the test if a table takes too long.
func (tt *lawTable) watch() func() {
	timer := time.AfterFunc(5*time.Minute, func() { panic("stuck: " + tt.String()) })
	return func() { timer.Stop() }
}

func (s *lawSitting) playRun(o *lawOpened) error {
	plans := o.plans
	if s.odd {
		odd := *plans[0]
		game := *odd.Game
		game.Rulings, game.DefaultRulings = oddRulings(s.seed), nil
		odd.Game = &game
		plans = []*plan.AtStakes{&odd}
		s.find = func(string, map[string]string) (*plan.Game, error) { return &game, nil }
	}
	job := &batch.Job{
		Plan: plans[0], Stacks: s.units(o), Seed: s.seed, From: max(1, s.from), To: max(1, s.from) + s.hands, Mishaps: &batch.Mishaps{Rate: s.rate},
		Policy: func() (batch.Policy, error) { return s.policy(), nil },
	}
	if len(plans) > 1 {
		job.Menu = plans
	}
	job.Record = func(to []byte, n int64, p *batch.Played) ([]byte, error) { return to, s.played(n, p) }
	res, err := batch.Run(context.Background(), job, 1, nil)
	err = withStack(err)
	s.count.hands += res.Hands
	s.count.events += res.Trouble.Events
	if s.odd {
		s.count.odd += res.Hands
	}
	if err == nil {
		err = s.playAgain()
	}
	if err == nil && s.look {
		err = s.undo(&hand.Setup{Plan: plans[0], Stacks: job.Stacks, Number: s.seed % 50})
	}
	return err
}

// undo steps one hand of the table back and forth.
func (s *lawSitting) undo(setup *hand.Setup) error {
	s.count.undone++
	if err := undoThrough(setup); err != nil {
		return fmt.Errorf("undo in hand %d of seed 7: %w", setup.Number, err)
	}
	return sameInUsedMemory(*setup, hand.NewSource(s.seed, 2))
}

// sameInUsedMemory returns an error if a hand differs when it is played in the memory of an unfinished hand.
func sameInUsedMemory(setup hand.Setup, chance hand.Source) error {
	var used hand.Hand
	for k := range uint64(4) {
		setup.Number += k
		if err := used.Start(&setup); err != nil {
			return err
		}
		var fresh hand.Hand
		if err := fresh.Start(&setup); err != nil {
			return err
		}
		for range chance.Below(40) {
			d := used.Pending()
			if !used.Same(&fresh) {
				return fmt.Errorf("hand %d is another one in memory that was used before", setup.Number)
			}
			if d == nil {
				break
			}
			a, err := lawAction(&used, d, &chance)
			if err != nil {
				return err
			}
			if err := errors.Join(used.Apply(a), fresh.Apply(a)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lawAction returns a random choice, including the dealer's.
func lawAction(h *hand.Hand, d *hand.Decision, chance *hand.Source) (hand.Action, error) {
	if d.Kind == hand.DealerGoesOn {
		return hand.Action{Kind: hand.GoOn, Seat: -1}, nil
	}
	a, err := batch.Random{}.Act(h, d, chance)
	return batch.HoldToDraw(h, d, a), err
}

// lawful is a policy that checks the invariants before each choice.
type lawful struct{ batch.Policy }

func (l lawful) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if err := lawsHold(h); err != nil {
		return hand.Action{}, err
	}
	return l.Policy.Act(h, d, r)
}

// lawsHold returns the first invariant that a hand violates.
func lawsHold(h *hand.Hand) error {
	switch {
	case !h.CardsConserved():
		return fmt.Errorf("cards are not conserved while the hand is played")
	case !h.Conserved() || h.Pot() < 0:
		return fmt.Errorf("chips are not conserved while the hand is played")
	}
	for i := range h.Seats() {
		if h.Stack(i) < 0 || h.Wagered(i) < 0 {
			return fmt.Errorf("seat %d has %d chips and %d in front", i+1, h.Stack(i), h.Wagered(i))
		}
	}
	return nil
}

// lawEnd is a finished hand, for comparison with its replay.
type lawEnd struct {
	n      int64
	hand   hand.Hand
	events []hand.Event
}

// played checks a hand with a second accounting, and records it for replay.
func (s *lawSitting) played(n int64, p *batch.Played) (err error) {
	if err := refereed(p, s.odd); err != nil || !s.replay {
		return err
	}
	if err := s.told(n, p); err != nil {
		return err
	}
	end := lawEnd{n: n, hand: *p.Hand, events: slices.Clone(p.Log.Events)}
	end.hand.Follow(nil)
	s.ends = append(s.ends, end)
	if s.text, err = replay.Encode(s.text, n, p.Setup, p.Hand, p.Log, p.Deck); err != nil {
		return err
	}
	s.text = append(s.text, '\n')
	return nil
}

// playAgain replays the recorded hands.
func (s *lawSitting) playAgain() error {
	player := replay.NewPlayer(s.find, &s.log)
	reader := history.NewReader("laws.phhs", s.text, history.Options{})
	var rec history.Hand
	for i := range s.ends {
		if err := reader.Next(&rec); err != nil {
			return fmt.Errorf("hand %d: %w", s.ends[i].n, err)
		}
		testkit.Scribble(player.Hand()) // nothing may stay of the hand before
		row := player.Play(&rec)
		err := row.Err
		switch {
		case err != nil:
		case !row.OK || !row.Complete || !row.Checked:
			err = fmt.Errorf("ok %v, complete %v, checked %v", row.OK, row.Complete, row.Checked)
		default:
			err = s.ends[i].same(player.Hand(), s.log.Events)
		}
		if err != nil {
			return fmt.Errorf("replay of hand %d: %w\n%s", s.ends[i].n, err, history.Append(nil, &rec))
		}
		s.count.replayed++
	}
	return nil
}

// same returns the differences of a replay. A record lists the players starting to the left of the button.
func (e *lawEnd) same(h *hand.Hand, events []hand.Event) error {
	was := &e.hand
	n := was.Seats()
	for i := range n {
		k := (i - was.Button() - 1 + 2*n) % n
		switch {
		case h.Stack(k) != was.Stack(i):
			return fmt.Errorf("seat %d has %d, had %d", i+1, h.Stack(k), was.Stack(i))
		case !alikeHands(h.Hole(k), was.Hole(i)) && was.Live().Has(i):
			return fmt.Errorf("seat %d holds %s, held %s", i+1, cards.Format(h.Hole(k)), cards.Format(was.Hole(i)))
		case h.Live().Has(k) != was.Live().Has(i):
			return fmt.Errorf("seat %d live: %v, was %v", i+1, h.Live().Has(k), was.Live().Has(i))
		}
	}
	if h.Attendance() == hand.Unattended { // no irregularities are recorded, so the zones are not tracked
		return e.sameEvents(events)
	}
	for _, zone := range []struct {
		name string
		of   func(*hand.Hand) []cards.Card
	}{
		{"board", (*hand.Hand).Board}, {"stub", (*hand.Hand).Stub}, {"burns", (*hand.Hand).Burns}, {"aside", (*hand.Hand).Aside}, {"muck", muckOf},
	} {
		if a, b := zone.of(h), zone.of(was); !alike(a, b) {
			return fmt.Errorf("the %s is %s, was %s", zone.name, cards.Format(a), cards.Format(b))
		}
	}
	return e.sameEvents(events)
}

func (e *lawEnd) sameEvents(events []hand.Event) error {
	for k := range max(len(events), len(e.events)) {
		if k >= len(events) || k >= len(e.events) {
			return fmt.Errorf("%d events, were %d", len(events), len(e.events))
		}
		got := events[k]
		turned := func(seat int8) int8 { return int8((int(seat) + e.hand.Button() + 1) % e.hand.Seats()) }
		if got.Seat >= 0 {
			got.Seat = turned(got.Seat)
		}
		if got.Kind.Facts().Gives {
			got.Other = turned(got.Other)
		}
		want := e.events[k]
		if alikeHands(got.List(), want.List()) {
			got.Cards = want.Cards
		}
		if got != want {
			return fmt.Errorf("event %d is %+v, was %+v", k, got, want)
		}
	}
	return nil
}

// alike reports whether two lists of cards look the same: all jokers do.
func alike(a, b []cards.Card) bool {
	return slices.EqualFunc(a, b, func(x, y cards.Card) bool { return x == y || x.IsJoker() && y.IsJoker() })
}

// alikeHands is alike for hands. If a hand held both jokers, a record does not show which one was discarded, so the order may
// differ.
func alikeHands(a, b []cards.Card) bool {
	if alike(a, b) || !slices.ContainsFunc(a, cards.Card.IsJoker) {
		return alike(a, b)
	}
	return alike(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// muckOf returns the muck in an order that does not depend on the seats.
func muckOf(h *hand.Hand) []cards.Card { return slices.Sorted(slices.Values(h.Mucked())) }

// playSession plays the table from hand to hand.
func (s *lawSitting) playSession(lib *dsl.Library, o *lawOpened) error {
	cfg, err := s.config(lib, o)
	if err != nil {
		return err
	}
	at := lawOpened{cfg: cfg}
	s.fit(&at)
	tab, err := cfg.Open(s.seed)
	if err != nil {
		return err
	}
	ses := &batch.Session{
		Table: tab, Policy: s.policy(), Players: s.seats, Stack: s.units(&at)[0], Crowd: batch.Coming,
		Mishaps: &batch.Mishaps{Rate: s.rate},
	}
	if s.steady {
		ses.Crowd = batch.Steady
	}
	ses.Log()
	judge := &tableReferee{tab: &ses.Table, before: ses.Table}
	ses.Record, ses.Whole = judge.event, judge.whole
	ses.Hand = func(d *table.Deal, p *batch.Played) error {
		if err := judge.played(d, p); err != nil {
			return err
		}
		if s.also != nil {
			s.also(d, p)
		}
		return s.played(int64(p.Setup.Number), p)
	}
	res, err := ses.Run(context.Background(), s.hands, 0, nil)
	err = withStack(err)
	s.count.hands += res.Hands
	s.count.sessions += res.Hands
	s.count.events += res.Trouble.Events
	if err == nil {
		err = s.playAgain()
	}
	return err
}

// config returns the table of a session: the house's, or a plain one for a game or a menu, as for `run --session`.
func (s *lawSitting) config(lib *dsl.Library, o *lawOpened) (*table.Config, error) {
	cfg := o.cfg
	if cfg == nil {
		cfg = &table.Config{Name: s.ref, MinSeats: 2, MaxSeats: table.MaxSeats, Button: table.DeadButton, Owed: true, HandsPerHour: 30, Start: 12 * 3600}
		for _, b := range o.plans {
			cfg.Games = append(cfg.Games, table.Offer{Plan: b})
			cfg.MaxSeats = min(cfg.MaxSeats, b.Game.MaxSeats, b.Seats)
		}
		if len(o.plans) > 1 {
			cfg.Choice, cfg.Button, cfg.Owed = table.MustChoose, table.MovingButton, false
		}
	}
	if s.kill == "" || slices.ContainsFunc(cfg.Rules, func(r table.Rule) bool { return strings.HasSuffix(r.Name(), " kill") }) {
		s.kill = ""
		return cfg, nil
	}
	rule, err := lib.Rule("@stdlib//kill.star", s.kill+"_kill")
	if err != nil {
		return nil, err
	}
	with := *cfg
	with.Rules = append(slices.Clone(cfg.Rules), rule)
	if with.Validate() != nil { // no kill at these stakes
		s.kill = ""
		return cfg, nil
	}
	return &with, nil
}

// oddRulings returns random rulings on everything, which depend only on what is the same in all seats: the invariants must hold
// whatever scripts do.
func oddRulings(seed uint64) (out []plan.Ruling) {
	for _, k := range plan.Incidents() {
		out = append(out, plan.Ruling{Incident: k, Hook: oddRuling{seed}})
	}
	return out
}

type oddRuling struct{ seed uint64 }

func (oddRuling) Leaves() bool { return false }

func (o oddRuling) Rule(v plan.IncidentView) (*plan.Judgement, error) {
	f := fnv.New64a()
	fmt.Fprint(f, v.Incident().Kind, v.Stub(), v.Dealt(), v.Actions(), v.Board(), len(v.Earlier()))
	r := hand.NewSource(o.seed, f.Sum64())
	j := &plan.Judgement{}
	for range 1 + r.Below(3) {
		j.Effects = append(j.Effects, oddEffect(v, &r, 2))
	}
	return j, nil
}

// ofSeats are the effects that need a seat.
var ofSeats = map[plan.FloorEffectKind]bool{
	plan.EffectKill: true, plan.EffectRevive: true, plan.EffectReplace: true, plan.EffectFill: true, plan.EffectFaceUp: true,
	plan.EffectAct: true, plan.EffectPutIn: true, plan.EffectQueue: true, plan.EffectDraws: true, plan.EffectComplete: true,
	plan.EffectTakeBack: true, plan.EffectShown: true, plan.EffectOwesBlinds: true, plan.EffectStayUp: true, plan.EffectSurplus: true,
}

func oddEffect(v plan.IncidentView, r *hand.Source, deep int) plan.FloorEffect {
	below := func(n int) int { return int(r.Below(uint64(n))) }
	kinds := plan.EffectTakeBack + 1
	e := plan.FloorEffect{Kind: plan.FloorEffectKind(below(int(kinds))), Seat: -1}
	switch e.Kind {
	case plan.EffectVoid, plan.EffectMisdeal: // they end hands, so keep them rare
		if below(4) > 0 {
			e.Kind = plan.EffectReshuffle
		}
	}
	switch seat := v.Incident().Seat(); {
	case seat < 0 && ofSeats[e.Kind]: // an error of the script
		e.Kind = plan.EffectReshuffle
	case seat >= 0 && below(4) == 0:
		e.Seat = (seat + below(v.Seats())) % v.Seats()
	}
	if below(3) == 0 {
		e.Cards = oddCards(v, r)
	}
	e.From = []string{"top", "middle", "bottom half", "drawn", "index"}[below(5)]
	e.When = plan.Timing(below(int(plan.AfterRound) + 1))
	e.Rounds, e.N, e.Amount = below(3), below(4), int64(below(5))*v.Limit().Chip
	e.Word = []string{"fold", "check", "call", "bet", "raise", "bring-in", "straddle"}[below(7)]
	e.Zones = plan.Zones(below(32))
	if e.Kind == plan.EffectLater {
		for range 1 + below(2) {
			if deep > 0 {
				e.Then = append(e.Then, oddEffect(v, r, deep-1))
			}
		}
	}
	return e
}

// oddCards returns cards of a hand or of the board.
func oddCards(v plan.IncidentView, r *hand.Source) []cards.Card {
	pool := v.Board()
	if seat := v.Incident().Seat(); seat >= 0 && r.Below(3) > 0 {
		pool = v.Hole((seat + int(r.Below(2))) % v.Seats())
	}
	if len(pool) == 0 {
		return nil
	}
	from := int(r.Below(uint64(len(pool))))
	return slices.Clone(pool[from : from+1+int(r.Below(uint64(len(pool)-from)))])
}

// withStack adds the Go stack to an error caused by a panic.
func withStack(err error) error {
	var p *diag.PanicError
	if errors.As(err, &p) {
		return fmt.Errorf("%w\n%s", err, p.Stack())
	}
	return err
}
