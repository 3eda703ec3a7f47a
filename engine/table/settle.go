package table

import (
	"cmp"
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Settled is what the rules of a table did after a hand, in order.
type Settled struct {
	Payments []Payment
	Gone     []Gone
	Notes    []string        // the dealer's announcements
	Funded   [MaxRules]int64 // what the pots of the hand paid into the fund of each rule
	Acted    [MaxRules]bool  // the rule returned effects
	Button   Player          // who gets the button next, 0 for the next player
}

// Payment is what a rule made a player pay, below 0, or gave to one. The payments of an effect add up to 0.
type Payment struct {
	Rule   int
	Player Player // 0: the fund of the rule, or the pot
	Pot    bool   // the pot of the next hand
	Amount int64
}

// Gone is a player whom a rule made give up their seat.
type Gone struct {
	Player Player
	Place  int   // in a tournament; 0 for none
	Prize  int64 // in cents
	Chips  int64 // cashed in
	Began  int64 // the chips with which they began the hand
	Round  int64 // the hand; of several tables, which play hand for hand, their round
}

// Placed returns those who left a tournament that is over, in order and with a place each. Who went out before places were given is
// placed by when, then by the chips with which the hand began; of who entered again the last time counts.
func Placed(list []Gone) (out []Gone) {
	for i, g := range list {
		if !slices.ContainsFunc(list[i+1:], func(o Gone) bool { return o.Player == g.Player }) {
			out = append(out, g)
		}
	}
	places := make([]int, len(out))
	for i, g := range out {
		places[i] = 1
		for _, o := range out {
			if c := cmp.Or(cmp.Compare(o.Round, g.Round), cmp.Compare(o.Began, g.Began)); o.Place > 0 || o.Place == 0 && c > 0 {
				places[i]++
			}
		}
	}
	for i := range out {
		out[i].Place = cmp.Or(out[i].Place, places[i])
	}
	return out
}

// GoneText returns in words who gave up a seat: "player 3 leaves in place 2, prize $54". Prizes are in the house's money, also where
// the table has chips.
func (t *Table) GoneText(g *Gone, called func(Player) string) string {
	text := called(g.Player) + " leaves"
	if g.Place > 0 {
		text += fmt.Sprintf(" in place %d", g.Place)
	}
	if g.Prize > 0 {
		text += ", prize " + t.cfg.Games[0].Plan.Game.Money.Price(g.Prize, plan.Cents)
	}
	return text
}

// PaymentText returns a payment in words: "player 3 pays 5.00 (7-2 game)". called names the players.
func (t *Table) PaymentText(p Payment, called func(Player) string) string {
	who, does := "the fund", "gets"
	switch {
	case p.Pot:
		who = "the next pot"
	case p.Player != 0:
		who = called(p.Player)
	}
	if p.Amount < 0 {
		does = "pays"
	}
	return fmt.Sprintf("%s %s %s (%s)", who, does, t.money(max(p.Amount, -p.Amount)), t.cfg.Rules[p.Rule].Name())
}

// Fund returns the chips that the k-th rule has set aside.
func (t *Table) Fund(k int) int64 { return t.funds[k] }

// Funds returns the chips of all funds.
func (t *Table) Funds() (sum int64) {
	for _, f := range t.funds {
		sum += f
	}
	return sum
}

// fill gives the funds what the pot has paid for them: what the house gets comes first, then rule by rule.
func (t *Table) fill(h *hand.Hand, out *Settled) (sum int64) {
	unpaid := h.FeeDue()
	for k := range slices.Backward(t.cfg.Rules) {
		lacks := min(t.drops[k], unpaid)
		unpaid -= lacks
		got := min(t.drops[k]-lacks, h.House()-sum)
		t.funds[k], out.Funded[k] = t.funds[k]+got, got
		sum += got
	}
	t.drops = [MaxRules]int64{}
	return sum
}

// SettleRule has the k-th rule act after a hand: it pays and remembers, and sees what those before it have done. broke are
// those who went out at all tables of a tournament.
func (t *Table) SettleRule(k int, h *hand.Hand, out *Settled, broke []Out) error {
	s := sights.Get().(*sight)
	defer sights.Put(s)
	s.p = placing{button: int(t.button), small: int(t.small), big: int(t.big)}
	for i := range int(t.n) {
		if !h.Absent().Has(i) {
			s.p.dealt |= betting.Bit(int(t.dealt[i]))
		}
	}
	r := t.cfg.Rules[k]
	s.v = View{t: t, p: &s.p, h: h, b: t.cfg.Games[t.played].Plan, rule: k, broke: broke}
	left := len(out.Gone)
	effects, err := r.Settle(&s.v, t.memory[k])
	out.Acted[k] = len(effects) > 0
	for i := range effects {
		if err == nil {
			err = t.happensAfter(k, &effects[i], out)
		}
	}
	if err == nil {
		t.memory[k], err = r.After(&s.v, t.memory[k])
	}
	s.v = View{}
	for i := left; i < len(out.Gone); i++ {
		g := &out.Gone[i]
		g.Round = t.hands
		for _, o := range broke {
			if o.Player == g.Player {
				g.Began = o.Began
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.Name(), err)
	}
	return nil
}

// Out is a player who has no chips after a hand, with those that they had when it began.
type Out struct {
	Player Player
	Began  int64
}

// Out returns the players at the table who have no chips after a hand, from the left of the button on.
func (t *Table) Out(h *hand.Hand) (list []Out) {
	for n := range t.cfg.MaxSeats {
		seat := (max(0, int(t.button)) + 1 + n) % t.cfg.MaxSeats
		if s := &t.seats[seat]; s.Player != 0 && s.Stack == 0 {
			o := Out{Player: s.Player}
			if i := slices.Index(t.dealt[:t.n], int8(seat)); i >= 0 && !t.gone.Has(seat) {
				o.Began = h.StartingStack(i)
			}
			list = append(list, o)
		}
	}
	return list
}

// happensAfter applies an effect of the k-th rule after a hand.
func (t *Table) happensAfter(k int, e *Effect, out *Settled) error {
	//exhaustive:enforce
	switch e.Kind {
	case Pay:
		t.pay(k, e, out)
	case Button:
		if b := t.cfg.Games[t.played].Plan; t.forward() || t.cfg.Owed || b.AgainstBank {
			return b.Game.BlameWith(e.Pos, "it is for tables where no blinds are owed and the button moves", "the button of this table does not go to a player by rule")
		}
		out.Button = e.Player
	case Owe:
		t.owe(e.Player, t.chips(e, t.cfg.Games[t.played].Plan))
	case Announce:
		out.Notes = append(out.Notes, e.Text)
		t.now += e.Seconds
	case Sell:
		if e.Player == 0 {
			t.entry = e.Amount
		} else if seat := t.Find(e.Player); seat >= 0 {
			t.seats[seat].Offer = e.Amount
		}
	case Leaves:
		if seat := t.Find(e.Player); seat >= 0 {
			s := &t.seats[seat]
			out.Gone = append(out.Gone, Gone{Player: e.Player, Place: e.Place, Prize: e.Prize, Chips: s.Stack})
			t.cashed += s.Stack
			*s = Seat{}
		}
	case RaiseStakes, PostLive, PostDead, PostInPlace, PostStraddle, PostAnte, OfferLive, OfferStraddle, Charge, Skip, NoStraddle, NextGame:
		hint := "return it from before_hand"
		if e.Kind == Charge && e.ToFund {
			hint = `the winner can pay into the fund: payment(table.winner, "fund", …)`
		}
		return t.cfg.Games[t.played].Plan.Game.BlameWith(e.Pos, hint, "this is for the hand that is about to be dealt")
	}
	return nil
}

// pay moves chips between players at the table, and between them and the fund of a rule. Each payer pays the amount, as far as
// their chips go, and those who get it divide it as evenly as whole chips go, odd chips one each from the left of the button; what
// makes no whole chip goes to the first. A fund and the pot pay whole chips and keep the rest. Who is to get it pays nothing, and
// nobody pays if nobody at the table is to get it.
func (t *Table) pay(k int, e *Effect, out *Settled) {
	var to []int8
	for n := range MaxSeats {
		seat := (max(0, int(t.button)) + 1 + n) % MaxSeats
		if p := t.seats[seat].Player; p != 0 && slices.Contains(e.To, p) {
			to = append(to, int8(seat))
		}
	}
	if len(to) == 0 && !e.ToFund && !e.ToPot {
		return
	}
	move := func(p Player, purse *int64, amount int64) {
		if *purse += amount; amount != 0 {
			out.Payments = append(out.Payments, Payment{k, p, purse == &t.pot, amount})
		}
	}
	b := t.cfg.Games[t.played].Plan
	sum, amount, chip := int64(0), t.chips(e, b), max(b.Stakes.Chip, 1)
	if e.FromFund {
		sum = min(amount, t.funds[k]) / chip * chip
		move(0, &t.funds[k], -sum)
	}
	if e.FromPot {
		sum = min(amount, t.pot) / chip * chip
		move(0, &t.pot, -sum)
	}
	for _, p := range e.From {
		if seat := t.Find(p); seat >= 0 && !slices.Contains(to, int8(seat)) {
			s := &t.seats[seat]
			x := min(amount, s.Stack)
			move(p, &s.Stack, -x)
			sum += x
		}
	}
	if e.ToFund {
		move(0, &t.funds[k], sum)
		return
	}
	if e.ToPot {
		move(0, &t.pot, sum)
		return
	}
	var shares [MaxSeats]int64
	betting.Share(sum, chip, to, betting.OneEach, shares[:])
	for _, seat := range to {
		move(t.seats[seat].Player, &t.seats[seat].Stack, shares[seat])
	}
}
