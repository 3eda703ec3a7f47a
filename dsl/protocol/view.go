package protocol

import (
	"slices"
	"strings"

	"cardroom/dsl/live"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/speech"
)

// Choice is an action that the seat to act may choose: the words Say, followed by an amount if Least is set, or by cards if
// Cards is set.
type Choice struct {
	Say   string      `json:"say"`             // the words of the action
	Price *rows.Money `json:"price,omitempty"` // in the money of the stakes
	Least *rows.Money `json:"least,omitempty"` // in the money of the stakes
	Most  *rows.Money `json:"most,omitempty"`  // in the money of the stakes
	Step  *rows.Money `json:"step,omitempty"`  // in the money of the stakes
	Sizes []Size      `json:"sizes,omitempty"` // where the pot is a measure of bets
	Cards *Pick       `json:"cards,omitempty"`
}

// Size is a usual size of a bet or raise: the words for it, and the whole bet that they mean now.
type Size struct {
	Say string     `json:"say"` // "half pot" or "pot"
	To  rows.Money `json:"to"`  // in the money of the stakes
}

// Pick states which cards may be chosen: a number of cards of From, or one of Sets.
type Pick struct {
	Least int        `json:"least"`
	Most  int        `json:"most"`
	From  []string   `json:"from,omitempty"`
	Sets  [][]string `json:"sets,omitempty"`
	// Prices is what one card costs, two cards, and so on up to Most, in the money of the stakes.
	Prices []rows.Money `json:"prices,omitempty"`
}

// View is a table as a seat sees it.
type View struct {
	Seat   int        `json:"seat" min:"-1"` // who looks: 0 sees what lies open, -1 all cards
	Street string     `json:"street"`
	Button int        `json:"button"`
	Money  string     `json:"money"` // how the house writes one and a half: "$1.50", "1.50 chips" or "1.50"
	Pot    rows.Money `json:"pot"`   // in the money of the stakes
	Boards [][]string `json:"boards"`
	House  [][]string `json:"house,omitempty"`
	Banker int        `json:"banker,omitempty"` // the seat that banks; none if the house does
	Apart  [][]string `json:"apart,omitempty"`  // the hands that the house's cards are set apart as
	Out    []string   `json:"out,omitempty"`
	Gone   []string   `json:"gone,omitempty"`
	Seats  []Seat     `json:"seats"`
	Said   []string   `json:"said"`
	Told   []string   `json:"told"`
	Legal  []Choice   `json:"legal,omitempty"` // of the seat in turn, if its choices are for the eyes of this view
}

// Seat is the visible state of a seat.
type Seat struct {
	Seat    int        `json:"seat"`
	Live    bool       `json:"live"`
	Stack   rows.Money `json:"stack"`          // in the money of the stakes
	Wagered rows.Money `json:"wagered"`        // in the money of the stakes
	Put     rows.Money `json:"put"`            // in the money of the stakes
	Bets    []Placed   `json:"bets,omitempty"` // against a bank: what lies on each of its bets
	Cards   [][]string `json:"cards"`
	Up      []bool     `json:"up"`
	Apart   [][]string `json:"apart,omitempty"` // the hands that its cards are set apart as, if the view knows
	Made    []Made     `json:"made,omitempty"`  // if asked for: for each part of the pot, what the hand makes now, if the view sees all of it
}

// Placed is what lies on one of the bets against a bank.
type Placed struct {
	Bet  string     `json:"bet"`  // its name, as in "ante"
	Lies rows.Money `json:"lies"` // in the money of the stakes
}

// Made is what a hand makes for a part of the pot.
type Made struct {
	Part  string   `json:"part"` // the name of the part, as in "low"
	Name  string   `json:"name"` // the words of a dealer, as in "two pair, kings and fives"
	Cards []string `json:"cards"`
}

func money(h *hand.Hand, units int64) rows.Money {
	return rows.Money{Units: units, Scale: h.Plan().Stakes.Scale}
}

func amount(h *hand.Hand, units int64) *rows.Money {
	m := money(h, units)
	return &m
}

func words(list []cards.Card) []string {
	out := make([]string, 0, len(list))
	for _, c := range list {
		out = append(out, c.String())
	}
	return out
}

// choices returns the choices of the seat that must act.
func choices(h *hand.Hand, d *hand.Decision) []Choice {
	switch d.Kind {
	case hand.Wager:
		return wagers(h, d)
	case hand.CardsAsked:
		return picks(h, d)
	case hand.Chosen:
		return offers(h)
	}
	var out []Choice
	for _, say := range speech.Choices(h, d) {
		out = append(out, Choice{Say: say})
	}
	return out
}

func wagers(h *hand.Hand, d *hand.Decision) (out []Choice) {
	o := &d.Options
	switch {
	case d.BringIn > 0:
		out = append(out, Choice{Say: "bring in", Price: amount(h, d.BringIn)})
	default:
		out = append(out, Choice{Say: "fold"})
	}
	if o.CanCheck {
		out = append(out, Choice{Say: "check"})
	}
	if o.Call > 0 {
		out = append(out, Choice{Say: "call", Price: amount(h, o.Call)})
	}
	if o.CanRaise() {
		out = append(out, Choice{Say: o.Verb(), Least: amount(h, o.MinTo), Most: amount(h, o.MaxTo), Step: amount(h, max(o.Chip, 1)), Sizes: sizes(h, d)})
	}
	return out
}

// sizes returns the usual sizes that may be bet, by the reader of what players say.
func sizes(h *hand.Hand, d *hand.Decision) (out []Size) {
	if d.Options.MinTo == d.Options.MaxTo {
		return nil
	}
	for _, said := range []string{"half pot", "pot"} {
		a, err := speech.Parse(said, h, d)
		if err == nil && a.Kind == hand.RaiseTo && d.Options.MinTo <= a.Amount && a.Amount <= d.Options.MaxTo {
			out = append(out, Size{Say: said, To: money(h, a.Amount)})
		}
	}
	return out
}

func picks(h *hand.Hand, d *hand.Decision) (out []Choice) {
	ask := h.Question()
	p := &Pick{Least: max(d.Least, min(ask.Least, d.Count)), Most: d.Count}
	if ask.Whole {
		for k := 0; ; k++ {
			a, ok := h.PickWhole(k)
			if !ok {
				break
			}
			if a.N > 0 {
				p.Sets = append(p.Sets, words(a.List()))
			}
		}
	} else {
		p.From = words(h.Pool(nil))
	}
	for n := 1; ask.Price != nil && n <= p.Most; n++ {
		p.Prices = append(p.Prices, money(h, h.CostOf(n)))
	}
	if p.Least == 0 {
		out = append(out, Choice{Say: ask.Words.None})
		p.Least = 1
	}
	if p.Most > 0 && (p.From != nil || p.Sets != nil) {
		out = append(out, Choice{Say: ask.Words.Say, Cards: p})
	}
	return out
}

func offers(h *hand.Hand) (out []Choice) {
	for _, o := range h.Offers() {
		c := Choice{Say: o.Name}
		switch {
		case o.Takes() && o.Fixed:
			c.Price = amount(h, o.Min)
		case o.Takes():
			c.Least, c.Most, c.Step = amount(h, o.Min), amount(h, max(o.Min, o.Max)), amount(h, max(o.Step, 1))
		}
		out = append(out, c)
	}
	return out
}

// viewOf returns the view of a seat, from 1; 0 sees the cards that lie face up, -1 sees everything.
func viewOf(h *live.Hand, seat int) (live.View, error) {
	v := live.View{Seat: seat - 1, Width: 1 << 20}
	switch {
	case seat == 0:
		v.Seat = hand.NoSeat
	case seat == -1:
		v.Seat = live.AllCards
	case seat < 0 || seat > h.State().Seats():
		return v, fault(Illegal, "0 sees what lies open, -1 all cards", "seats are from 1 to %d, not %d", h.State().Seats(), seat)
	}
	return v, nil
}

func (s *Server) view(h *live.Hand, r *Request, a *Answer) error {
	seat := or(r.Seat, 0)
	v, err := viewOf(h, seat)
	if err != nil {
		return err
	}
	since := r.Since
	switch {
	case since < 0 || since > h.At():
		return fault(Illegal, "leave it out for the whole hand", "since must be 0 to %d actions, not %d", h.At(), since)
	case since == 0:
		since = -1 // from the deal on
	}
	at, over := h.At(), h.Pending() == nil
	a.At, a.Over = &at, &over
	if d := h.Pending(); d != nil {
		a.Turn = int(d.Seat) + 1
	}
	a.View = Look(h, v, seat, since, r.Made)
	return nil
}

// Look returns a table as the view sees it. seat is its number in messages, told begins after action `since`, and with named hands are
// named, which takes a fifth of the time.
func Look(h *live.Hand, v live.View, seat, since int, named bool) *View {
	state := h.Seen(v)
	var told strings.Builder
	h.Log(&told, v, since)
	out := &View{
		Seat: seat, Street: speech.Street(&state), Button: state.Button() + 1, Money: state.Plan().Stakes.Money.Price(15, 10), Pot: money(&state, state.Pot()),
		Boards: boards(&state), Said: h.Heard(), Told: strings.Split(strings.Trim(told.String(), "\n"), "\n"),
	}
	if v.Seat == live.AllCards {
		out.Said = h.Said()
	}
	if out.Said == nil {
		out.Said = []string{}
	}
	if d := h.Pending(); d != nil && (v.Seat == live.AllCards || v.Seat == int(d.Seat)) {
		out.Legal = choices(h.State(), d)
	}
	sees := h.Observe(v)
	gone := sees.Known(plan.OutOfPlay)
	out.Out, out.Gone = words(gone.Cards()), words((gone &^ state.OutOfPlay()).Cards())
	banked := state.Plan().AgainstBank
	if banked {
		out.House, out.Apart, out.Banker = hands(&state, sees, -1), apart(&state, sees, -1), state.Banker()+1
	}
	for i, chips := range sees.Seats {
		one := Seat{
			Seat: i + 1, Live: chips.Live, Stack: money(&state, chips.Stack), Wagered: money(&state, chips.Wagered),
			Put: money(&state, chips.Put), Cards: hands(&state, sees, i), Up: []bool{}, Apart: apart(&state, sees, i),
		}
		for n := 0; n < len(state.Plan().Bets) && h.Pending() != nil; n++ {
			lies := int64(0)
			for k := range state.Hands(i) {
				lies += state.Bet(i, k, n)
			}
			if lies > 0 {
				one.Bets = append(one.Bets, Placed{Bet: state.Plan().Bets[n], Lies: money(&state, lies)})
			}
		}
		for k := range sees.Cards {
			if s := &sees.Cards[k]; s.Zone == plan.ZoneHand && int(s.Seat) == i && !banked {
				one.Up = append(one.Up, s.Up)
			}
		}
		if !banked && len(one.Up) == 0 {
			one.Cards = [][]string{}
		}
		if named && !banked && chips.Live {
			one.Made = made(&state, i, one.Cards)
		}
		out.Seats = append(out.Seats, one)
	}
	return out
}

// made returns what a hand makes for each part of the pot; none if a card of it is not seen.
func made(h *hand.Hand, seat int, held [][]string) (out []Made) {
	sd := h.Showdown()
	if sd == nil || len(held) != 1 || slices.Contains(held[0], cards.Unknown.String()) {
		return nil
	}
	for k := range sd.Parts {
		p := sd.Part(k)
		if p == nil || p.Ranking == nil {
			continue
		}
		if s := h.Strength(k, seat); s > 0 {
			out = append(out, Made{Part: p.Name, Name: p.Ranking.Describe(s), Cards: words(h.Used(k, seat))})
		}
	}
	return out
}

// boards returns the boards of a game; with several runs, those of each run in order.
func boards(h *hand.Hand) [][]string {
	out := [][]string{}
	for run := range h.Runs() {
		one := h
		if h.Runs() > 1 {
			alone := h.OnRun(run)
			one = &alone
		}
		for k := range max(1, len(one.Plan().Game.Boards)) {
			out = append(out, words(one.BoardOf(nil, k)))
		}
	}
	return out
}

// apart returns the hands that the cards of a seat, or with -1 of the house, are set apart as, in the order of the game, and after them the
// cards that are in none; nil if they are not set apart, or the observer does not see all of them.
func apart(h *hand.Hand, sees *hand.Observation, seat int) (out [][]string) {
	groups, set := make([][]cards.Card, plan.MostHands+1), false
	for k := range sees.Cards {
		switch s := &sees.Cards[k]; {
		case s.Zone != plan.ZoneHand || int(s.Seat) != seat:
		case s.Card == cards.Unknown:
			return nil
		default:
			groups[s.Group], set = append(groups[s.Group], s.Card), set || s.Group > 0
		}
	}
	lists := append(groups[1:], groups[0])
	if h.Plan().AgainstBank {
		lists = h.Apart(seat)
	} else if !set {
		return nil
	}
	for _, list := range lists {
		if len(list) > 0 {
			out = append(out, words(list))
		}
	}
	return out
}

// hands returns the hands of a seat, several only against a bank; -1 is the house.
func hands(h *hand.Hand, sees *hand.Observation, seat int) [][]string {
	out := [][]string{}
	for k := range h.Hands(seat) {
		out = append(out, words(sees.Held(nil, seat, func(s *hand.Seen) bool { return int(s.Hand) == k })))
	}
	return out
}
