package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
)

// clauseHand is one hand that shows what clauses of the rule book say, in the words of the table. Amounts are dollars; a bet is
// given by its total in the round. play has a statement on each line, or several separated by semicolons:
//
//	C call; A raise 4; B fold     what seats do, as speech.Parse reads it
//	A draw 2d 4h; A pat; A show As; A straddle; A decline
//	C cannot check                refused; after a colon, words of the reason
//	C can fold, call 2            C's turn, and exactly this is legal
//	turn C                        C's turn
//	round flop                    the round of this name is being bet
//	pot 8                         the chips on the table, wagers included
//	stack A 88; net A +18 B -12   chips of seats
//	wins A 20 B 20                these seats and no others win from pots
//	house 1                       what the house has collected
//	down A 2c 2d; up A 9h 9s      the cards of a seat, in the order dealt
//	board Kh Qd 7c
//	log burned 4h                 an event, later than the one before; "log dealt A 7h", "log returned C 2"
//	never possible-flush D        no such event in the hand
//	worth A two pair              A's hand in words, and for a second part "low A eighty-seven"
//	to river; play; all-in        check and call to a round, or to the end; everybody raises to the end
//	over; showdown; no showdown
type clauseHand struct {
	cites  string // the clauses that it shows, separated by blanks
	game   string
	stakes string
	set    string // option values, "sevens=void burn=no"; a plus stands for a blank
	seats  string // clockwise; default "A B C"
	button string // default: the last seat
	stacks string // "A 20 C 16"; the others have 100
	// The cards: the deck from the top, or the cards of seats in the order in which they are dealt, "A 2c2d9h / B AhAdx", with x
	// for a seat that has folded by the next street. Burn cards and other seats get the rest.
	deck  string
	hands string
	board string
	stub  string // with hands: the cards after the deal
	play  string
}

// seats4 are the seats of most hands.
const seats4 = "A B C D"

// clauseHands returns the rows as a slice.
func clauseHands(rows ...clauseHand) []clauseHand { return rows }

func playClauseHands(t *testing.T, rows []clauseHand) {
	t.Helper()
	for i := range rows {
		name, _, _ := strings.Cut(rows[i].cites, " ")
		t.Run(name, func(t *testing.T) {
			p := &clausePlay{t: t, row: &rows[i]}
			p.start()
			p.run(rows[i].play)
		})
	}
}

func clausePlan(t testing.TB, game, stakes, set string) *plan.AtStakes {
	t.Helper()
	choices := map[string]string{}
	for _, word := range strings.Fields(set) {
		name, value, _ := strings.Cut(word, "=")
		choices[name] = strings.ReplaceAll(value, "+", " ")
	}
	b := bound(t, library(t, choices), game, stakes)
	declared := map[string]bool{}
	for _, o := range b.Game.Options {
		declared[o.Name] = true
	}
	for _, word := range strings.Fields(set) {
		if name, _, _ := strings.Cut(word, "="); !declared[name] {
			t.Fatalf("%s has no reading %q", game, name)
		}
	}
	return b
}

// clausePlay is a clauseHand being played.
type clausePlay struct {
	t     testing.TB
	row   *clauseHand
	b     *plan.AtStakes
	seats []string
	h     hand.Hand
	log   hand.Log
	read  int // events already consumed by "log"
}

func (p *clausePlay) start() {
	p.t.Helper()
	r := p.row
	if p.b == nil {
		p.b = clausePlan(p.t, r.game, r.stakes, r.set)
	}
	p.seats = strings.Fields(r.seats)
	if r.seats == "" {
		p.seats = []string{"A", "B", "C"}
	}
	s := hand.Setup{Plan: p.b, Button: len(p.seats) - 1, Log: &p.log, Seed: 1}
	if r.button != "" {
		s.Button = p.seat(r.button)
	}
	stacks := p.perSeat(strings.Fields(r.stacks))
	for i := range p.seats {
		s.Stacks = append(s.Stacks, 100*plan.Cents)
		if c, ok := stacks[i]; ok {
			s.Stacks[i] = p.money(c)
		}
	}
	if r.deck != "" || r.hands != "" {
		s.Deck = p.deck(s.Button)
	}
	if err := p.h.Start(&s); err != nil {
		p.t.Fatal(err)
	}
}

// deck returns the deck in the order that the row specifies.
func (p *clausePlay) deck(button int) []cards.Card {
	d := &clauseDeck{p: p, hands: map[int][]cards.Card{}, folded: map[int]bool{}}
	top := cards.MustParse(p.row.deck)
	if p.row.hands != "" {
		d.read()
		top = nil
	}
	d.fill = cards.SetOf(p.b.Game.Deck.Append(nil)...)
	d.take(top)
	d.take(cards.MustParse(p.row.board))
	d.take(cards.MustParse(p.row.stub))
	for _, h := range d.hands {
		d.take(h)
	}
	d.out = top
	if p.row.hands != "" {
		d.deal(button)
	}
	for _, c := range p.b.Game.Deck.Append(nil) {
		if d.fill.Has(c) {
			d.out = append(d.out, c)
		}
	}
	return d.out
}

// clauseDeck stacks a deck so that seats get the cards that a row specifies.
type clauseDeck struct {
	p      *clausePlay
	hands  map[int][]cards.Card
	folded map[int]bool
	fill   cards.Set // cards that were not requested
	out    []cards.Card
}

func (d *clauseDeck) read() {
	for text := range strings.SplitSeq(d.p.row.hands, "/") {
		seat, list, _ := strings.Cut(strings.TrimSpace(text), " ")
		list, folds := strings.CutSuffix(strings.TrimSpace(list), "x")
		i := d.p.seat(seat)
		d.hands[i] = cards.MustParse(list)
		d.folded[i] = folds
	}
}

func (d *clauseDeck) take(cs []cards.Card) {
	for _, c := range cs {
		if !d.fill.Has(c) {
			d.p.t.Fatalf("%s stands twice in the row, or is not in the deck", c)
		}
		d.fill = d.fill.Without(c)
	}
}

// filler returns a card that was not requested, from the middle of the ranks, so that it helps neither high nor low hands.
func (d *clauseDeck) filler() cards.Card {
	for c := cards.MustParse("9c")[0]; ; c = (c + 1) % 52 {
		if d.fill.Has(c) {
			d.fill = d.fill.Without(c)
			return c
		}
	}
}

// deal follows the steps of the game up to the draw.
func (d *clauseDeck) deal(button int) {
	board := cards.MustParse(d.p.row.board)
	got := map[int]int{}
	for i := range d.p.b.Game.Steps {
		st := &d.p.b.Game.Steps[i]
		switch st.Kind {
		case plan.Burn:
			for range st.Count {
				d.out = append(d.out, d.filler())
			}
		case plan.Board:
			d.out = append(d.out, board[:st.Count]...)
			board = board[st.Count:]
		case plan.Deal:
			d.circuits(st.Count, button, got)
		case plan.Asks:
			if !st.Draws() {
				continue
			}
			d.out = append(d.out, cards.MustParse(d.p.row.stub)...)
			return
		}
	}
}

func (d *clauseDeck) circuits(n, button int, got map[int]int) {
	seats := len(d.p.seats)
	for range n {
		for k := range seats {
			seat := (button + 1 + k) % seats
			list, named := d.hands[seat]
			switch g := got[seat]; {
			case named && g < len(list):
				d.out = append(d.out, list[g])
			case d.folded[seat]:
				continue
			default:
				d.out = append(d.out, d.filler())
			}
			got[seat]++
		}
	}
}

func (p *clausePlay) seat(name string) int {
	p.t.Helper()
	for i, s := range p.seats {
		if s == name {
			return i
		}
	}
	p.t.Fatalf("no seat %q", name)
	return 0
}

// perSeat parses pairs of a seat and a word.
func (p *clausePlay) perSeat(words []string) map[int]string {
	p.t.Helper()
	if len(words)%2 != 0 {
		p.t.Fatalf("%q: a seat without its word", words)
	}
	out := map[int]string{}
	for i := 0; i < len(words); i += 2 {
		out[p.seat(words[i])] = words[i+1]
	}
	return out
}

// money parses dollars, with or without a sign.
func (p *clausePlay) money(text string) int64 {
	p.t.Helper()
	digits := strings.TrimLeft(text, "+-")
	n, err := plan.ParseMoney(digits)
	if err != nil {
		p.t.Fatal(err)
	}
	if strings.HasPrefix(text, "-") {
		return -n
	}
	return n
}

// run executes statements.
func (p *clausePlay) run(play string) {
	p.t.Helper()
	for line := range strings.Lines(play) {
		for text := range strings.SplitSeq(line, ";") {
			words := strings.Fields(text)
			if len(words) == 0 {
				continue
			}
			if err := p.statement(words); err != nil {
				p.t.Fatalf("%q: %v\n%s", strings.TrimSpace(text), err, p.told())
			}
		}
	}
}

// told returns the events so far, for messages.
func (p *clausePlay) told() string {
	var b strings.Builder
	for i := range p.log.Events {
		e := &p.log.Events[i]
		fmt.Fprintf(&b, "  %s", e.Kind)
		if e.Seat >= 0 {
			fmt.Fprintf(&b, " %s", p.seats[e.Seat])
		}
		if e.Amount != 0 {
			fmt.Fprintf(&b, " %s", plan.Money(e.Amount, plan.Cents))
		}
		if e.N > 0 {
			fmt.Fprintf(&b, " %s", cards.Spaced(e.List()))
		}
		b.WriteByte('\n')
	}
	if p.h.Pending() != nil {
		fmt.Fprintf(&b, "  legal: %s\n", p.h.Legal())
	}
	return b.String()
}

func (p *clausePlay) statement(w []string) error {
	p.t.Helper()
	rest := w[1:]
	switch w[0] {
	case "turn":
		return p.turn(p.seat(rest[0]))
	case "round":
		return same(p.roundName(), strings.Join(rest, " "))
	case "pot":
		return p.same(p.pot(), rest[0])
	case "house":
		return p.same(p.h.House(), rest[0])
	case "stack":
		return p.each(rest, p.h.Stack)
	case "net":
		return p.each(rest, p.h.Net)
	case "wins":
		return p.wins(rest)
	case "down", "up":
		return same(p.cardsOf(p.seat(rest[0]), w[0] == "up"), strings.Join(rest[1:], " "))
	case "board":
		return same(cards.Spaced(p.h.Board()), strings.Join(rest, " "))
	case "log":
		return p.find(rest)
	case "never":
		if from := p.search(0, rest); from >= 0 {
			return fmt.Errorf("there is such an event")
		}
		return nil
	case "worth", "low":
		return p.worth(rest[0], strings.Join(rest[1:], " "), w[0] == "low")
	case "to", "play", "all-in":
		return p.playOn(w[0] == "all-in", strings.Join(rest, " "))
	case "over":
		return p.over()
	case "showdown":
		return p.showdown(true)
	case "no":
		return p.showdown(false)
	}
	return p.act(p.seat(w[0]), rest)
}

func same(got, want string) error {
	if plan.Written(got) != plan.Written(want) {
		return fmt.Errorf("it is %q", got)
	}
	return nil
}

func (p *clausePlay) same(got int64, want string) error {
	p.t.Helper()
	if got != p.money(want) {
		return fmt.Errorf("it is %s", plan.Money(got, plan.Cents))
	}
	return nil
}

func (p *clausePlay) each(words []string, get func(int) int64) error {
	p.t.Helper()
	for seat, want := range p.perSeat(words) {
		if err := p.same(get(seat), want); err != nil {
			return fmt.Errorf("%s: %w", p.seats[seat], err)
		}
	}
	return nil
}

func (p *clausePlay) pot() int64 {
	sum := p.h.Pot()
	for i := range p.seats {
		sum += p.h.Wagered(i)
	}
	return sum
}

func (p *clausePlay) roundName() string {
	if d := p.h.Pending(); d != nil && p.h.Step() != nil {
		return p.h.Step().Name
	}
	return ""
}

func (p *clausePlay) turn(seat int) error {
	d := p.h.Pending()
	switch {
	case d == nil:
		return fmt.Errorf("the hand is over")
	case int(d.Seat) != seat:
		return fmt.Errorf("it is the turn of %s", p.seats[d.Seat])
	}
	return nil
}

func (p *clausePlay) wins(words []string) error {
	p.t.Helper()
	var won [betting.Max]int64
	for i := range p.log.Events {
		if e := &p.log.Events[i]; e.Kind == hand.Won || e.Kind == hand.Awarded {
			won[e.Seat] += e.Amount
		}
	}
	want := p.perSeat(words)
	for seat := range p.seats {
		text := want[seat]
		if text == "" {
			text = "0"
		}
		if err := p.same(won[seat], text); err != nil {
			return fmt.Errorf("%s: %w", p.seats[seat], err)
		}
	}
	return nil
}

func (p *clausePlay) cardsOf(seat int, up bool) string {
	var out []cards.Card
	for k, c := range p.h.Hole(seat) {
		if p.h.IsUp(seat, k) == up {
			out = append(out, c)
		}
	}
	return cards.Spaced(out)
}

// find searches for an event after those found before.
func (p *clausePlay) find(words []string) error {
	at := p.search(p.read, words)
	if at < 0 {
		return fmt.Errorf("there is no such event")
	}
	p.read = at + 1
	return nil
}

// search returns the index of the first event, starting from an index, with the given kind, seat, amount and cards; -1 if there
// is none.
func (p *clausePlay) search(from int, words []string) int {
	kind := strings.ReplaceAll(words[0], "-", " ")
	for i := from; i < len(p.log.Events); i++ {
		if e := &p.log.Events[i]; e.Kind.String() == kind && p.matches(e, words[1:]) {
			return i
		}
	}
	return -1
}

func (p *clausePlay) matches(e *hand.Event, words []string) bool {
	if len(words) > 0 && len(words[0]) == 1 && words[0] >= "A" && words[0] <= "Z" {
		if e.Seat < 0 || p.seats[e.Seat] != words[0] {
			return false
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return true
	}
	if cs, err := cards.Read(strings.Join(words, "")); err == nil {
		return cards.Spaced(cs) == cards.Spaced(e.List())
	}
	return e.Amount == p.money(words[0])
}

func (p *clausePlay) worth(seat, words string, second bool) error {
	st := &p.b.Game.Steps[len(p.b.Game.Steps)-1]
	if p.h.Step() != nil && p.h.Step().Show != nil {
		st = p.h.Step()
	}
	part := 0
	if second {
		part = 1
	}
	got := st.Show.Parts[part].Ranking.Describe(p.h.Strength(part, p.seat(seat)))
	if !strings.Contains(got, words) {
		return fmt.Errorf("it is %q", got)
	}
	return nil
}

// playOn plays until the named round, or to the end.
func (p *clausePlay) playOn(raise bool, name string) error {
	for d := p.h.Pending(); d != nil; d = p.h.Pending() {
		if name != "" && d.Kind == hand.Wager && d.BringIn == 0 && p.h.Step().Name == name {
			return nil
		}
		if err := p.h.Apply(easyAction(&p.h, d, raise)); err != nil {
			return err
		}
	}
	if name != "" {
		return fmt.Errorf("the hand is over")
	}
	return p.over()
}

// easyAction checks or calls, or bets and raises the maximum; it stands pat, turns up its first cards and does not straddle.
func easyAction(h *hand.Hand, d *hand.Decision, raise bool) hand.Action {
	a := hand.Action{Seat: d.Seat, Kind: hand.Check}
	switch {
	case d.Kind == hand.CardsAsked:
		return h.PickFirst(d.Least)
	case d.Kind == hand.Chosen:
		return h.DefaultAction()
	case raise && d.Options.CanRaise():
		a.Kind, a.Amount = hand.RaiseTo, d.Options.MaxTo
	case d.BringIn > 0:
		a.Kind = hand.BringIn
	case d.Options.Call > 0:
		a.Kind = hand.Call
	}
	return a
}

func (p *clausePlay) over() error {
	if p.h.Pending() != nil {
		return fmt.Errorf("the hand is not over")
	}
	if !p.h.Conserved() || p.h.PutIn() != p.h.PaidOut()+p.h.House() {
		return fmt.Errorf("chips are not conserved")
	}
	return nil
}

func (p *clausePlay) showdown(want bool) error {
	if err := p.over(); err != nil {
		return err
	}
	if p.h.Result().Showdown != want {
		return fmt.Errorf("it is not so")
	}
	return nil
}

// act plays an action of a seat, or checks whether it could act.
func (p *clausePlay) act(seat int, w []string) error {
	p.t.Helper()
	if err := p.turn(seat); err != nil {
		return err
	}
	text := strings.Join(w[1:], " ")
	switch w[0] {
	case "can":
		_, legal, _ := strings.Cut(p.h.Legal(), ": ")
		return same(legal, text)
	case "cannot":
		return p.refused(text)
	}
	a, err := p.action(strings.Join(w, " "))
	if err != nil {
		return err
	}
	return p.h.Apply(a)
}

// action parses an action of a seat. "check" and "call" are taken literally, unlike in policies.
func (p *clausePlay) action(text string) (hand.Action, error) {
	d := p.h.Pending()
	switch text {
	case "check":
		return hand.Action{Kind: hand.Check, Seat: d.Seat}, nil
	case "call":
		return hand.Action{Kind: hand.Call, Seat: d.Seat}, nil
	}
	return speech.Parse(text, &p.h, d)
}

// refused checks that an action is refused, for the reason after the colon, and that nothing changes.
func (p *clausePlay) refused(text string) error {
	text, reason, _ := strings.Cut(text, ": ")
	before := p.h
	a, err := p.action(text)
	if err == nil {
		err = p.h.Apply(a)
	}
	switch {
	case err == nil:
		return fmt.Errorf("it is not refused")
	case !strings.Contains(plan.Written(err.Error()), plan.Written(reason)):
		return fmt.Errorf("the reason is %q", err)
	case !p.h.Same(&before):
		return fmt.Errorf("the refusal has changed the hand")
	}
	return nil
}

// clauseRanking compares two hands in a game: two seats play them for all their chips, in either order, and the better one must
// win the pot.
type clauseRanking struct {
	cites         string
	game          string
	set           string
	better, worse string // the cards of a seat
	board         string
	tie           bool // the hands are equal and split
	pot           int64
}

func clauseRankings(rows ...clauseRanking) []clauseRanking { return rows }

func playClauseRankings(t *testing.T, rows []clauseRanking) {
	t.Helper()
	for i := range rows {
		r := &rows[i]
		name, _, _ := strings.Cut(r.cites, " ")
		t.Run(name, func(t *testing.T) {
			r.play(t, "A", "B")
			r.play(t, "B", "A")
		})
	}
}

func (r *clauseRanking) play(t *testing.T, winner, loser string) {
	t.Helper()
	pot := r.pot
	if pot == 0 {
		pot = 40
	}
	b := clausePlan(t, r.game, "", r.set)
	stacks := fmt.Sprintf("A %d B %d", pot/2, pot/2+fee(b, 2))
	p := &clausePlay{t: t, row: &clauseHand{
		game: r.game, set: r.set, seats: "A B", stacks: stacks, board: r.board,
		hands: winner + " " + r.better + " / " + loser + " " + r.worse,
	}}
	p.start()
	want := fmt.Sprintf("wins %s %d", winner, pot)
	if r.tie {
		want = fmt.Sprintf("wins A %d B %d", pot/2, pot/2)
	}
	p.run("all-in\n" + want)
}

// fee returns the fee that the button pays before the hand, in dollars.
func fee(b *plan.AtStakes, players int) int64 {
	for i := range b.Game.Steps {
		if c := b.Game.Steps[i].Collect; c != nil && c.From == plan.FromButton {
			return c.For(players) / plan.Cents
		}
	}
	return 0
}
