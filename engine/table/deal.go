package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Deal is the next hand as the table deals it. Setup refers to memory of the Deal, so it is valid
// until the Deal is reused, and a Deal must not be copied.
type Deal struct {
	Setup hand.Setup
	// Seats maps seats of the hand to seats of the table.
	Seats []int8
	// Players are the players in these seats, who may have left the table when the hand is over.
	Players []Player
	// Game is the index of the game.
	Game int
	// Fee is what the table's collections and rules take if the chips are there, in addition to
	// what the game itself collects.
	Fee int64
	// Posted lists the table's collections under the names the house posts.
	Posted []Posted
	// Raised: the hand is played at raised stakes.
	Raised bool
	// Notes are the dealer's announcements before the hand.
	Notes []string
	// Away are the seats of the hand whose players sit out and are dealt in anyway: see [Deal.Passes].
	Away betting.Set

	own    int // number of posts that do not come from rules
	rules  [MaxRules]ruleDeal
	place  placing
	view   View
	log    hand.Log
	stacks [MaxSeats]int64
	seats  [MaxSeats]int8
	who    [MaxSeats]Player
	forced [8]int8
}

// Passes returns what happens where a player must act who sits out and is dealt in anyway: they fold, or do the
// least that they can; false for another player.
func (d *Deal) Passes(h *hand.Hand) (a hand.Action, passes bool) {
	q := h.Pending()
	if q == nil || q.Seat < 0 || !d.Away.Has(int(q.Seat)) {
		return a, false
	}
	if a = h.DefaultAction(); q.Kind == hand.Wager && q.BringIn == 0 {
		a = hand.Action{Seat: q.Seat, Kind: hand.Fold}
	}
	return a, true
}

// RulePosts returns the posts that the table's rules require, such as a kill blind.
func (d *Deal) RulePosts() []hand.Post { return d.Setup.Posts[d.own:] }

// RuleDeal is the effect of one rule of the table on a hand.
type RuleDeal struct {
	Raises bool        // raises the stakes
	Names  bool        // names the game or its stakes
	Posts  []hand.Post // posts that it requires
	First  int         // the place of the first of them in the setup
	Charge int64       // what the house takes, as far as the chips are there
}

// OfRule returns the effect of the k-th rule of the table on the hand.
func (d *Deal) OfRule(k int) RuleDeal {
	r := &d.rules[k]
	return RuleDeal{r.raises, r.names, d.Setup.Posts[r.from:r.to], r.from, r.charge}
}

// ruleDeal is the effect of one rule: its effects end before index end, its posts are from..to-1.
type ruleDeal struct {
	end, from, to int
	raises, names bool
	charge        int64
	drop          int64 // which the pot pays into the fund of the rule
}

// Next begins the next hand and returns its deal. The caller plays it and passes the result to
// [Table.Finish]. On an error the table is unchanged.
func (t *Table) Next() (*Deal, error) {
	d := new(Deal)
	if err := t.NextIn(d); err != nil {
		return nil, err
	}
	return d, nil
}

// NextIn is like [Table.Next] but reuses the memory of d.
func (t *Table) NextIn(d *Deal) error {
	if t.playing {
		return errDuring
	}
	game, err := t.nextGame()
	if err != nil {
		return err
	}
	if err := t.placeGame(d, game, 0); err != nil {
		return err
	}
	// Rules see the number of the hand that is about to be dealt.
	t.hands++
	if err := t.deal(d, game); err != nil {
		t.hands--
		return err
	}
	return nil
}

// placeGame finds the places of a hand of a game, without the seats of skip.
func (t *Table) placeGame(d *Deal, game int, skip betting.Set) (err error) {
	o, p := &t.cfg.Games[game], &d.place
	if *p, err = t.place(o, skip); err != nil {
		return err
	}
	if n := p.dealt.Len(); n > o.Plan.Game.MaxSeats || n > o.Plan.Seats {
		return fmt.Errorf("%s is for at most %d players, %d are ready", o.Plan.Game.Name, min(o.Plan.Game.MaxSeats, o.Plan.Seats), n)
	}
	return nil
}

func (t *Table) nextGame() (int, error) {
	if game := t.agreed(); game >= 0 {
		return game, nil
	}
	if !t.choosing {
		return int(t.game), nil
	}
	if t.choice.Player != 0 && t.choice.Player == t.chooser() {
		return int(t.choice.Game), nil
	}
	if t.cfg.Choice == MustChoose {
		return 0, ErrNoChoice
	}
	if t.cfg.FirstUnnamed {
		stakes := t.offer().Plan.Stakes.Name // the first game at the current stakes
		return slices.IndexFunc(t.cfg.Games, func(o Offer) bool { return o.Plan.Stakes.Name == stakes }), nil
	}
	return int(t.game), nil
}

// chooser returns the player who will have the button, 0 if no hand can be dealt.
func (t *Table) chooser() Player {
	p, err := t.place(&t.cfg.Games[t.game], 0)
	if err != nil {
		return 0
	}
	return t.seats[p.button].Player
}

// Chooser returns the player who names the next game, 0 if nobody does.
func (t *Table) Chooser() Player {
	if !t.choosing || t.agreed() >= 0 {
		return 0
	}
	return t.chooser()
}

// deal fills in the deal and updates the table. own is the game that is played unless a rule names another one.
func (t *Table) deal(d *Deal, own int) error {
	d.Setup = hand.Setup{Posts: d.Setup.Posts[:0], Fees: d.Setup.Fees[:0], Log: d.Setup.Log}
	if d.Setup.Log == nil && slices.ContainsFunc(t.cfg.Rules, Rule.Looks) {
		d.Setup.Log = &d.log // from which the rules learn what happened
	}
	d.Game, d.Fee, d.Posted, d.Raised, d.Notes, d.Away = own, 0, d.Posted[:0], false, d.Notes[:0], 0
	t.announce(d, &t.cfg.Games[own])
	effects, err := t.ask(d)
	if err != nil {
		return err
	}
	if skip := t.skipped(effects); skip != 0 || d.Game != own {
		if err := t.placeGame(d, d.Game, skip); err != nil {
			return err
		}
	}
	o := &t.cfg.Games[d.Game]
	b := o.Plan
	if raise := raiseOf(effects); raise.Num > 0 {
		if b, err = b.Raised(raise); err != nil {
			return err
		}
		d.Raised = true
	}
	t.seat(d, b)
	t.posts(d, o)
	d.own = len(d.Setup.Posts)
	if err := t.collections(d); err != nil {
		return err
	}
	if err := t.apply(d, effects); err != nil {
		return err
	}
	t.begin(d, own)
	for i := range effects {
		if e := &effects[i]; e.Kind == Owe {
			t.owe(e.Player, t.chips(e, o.Plan))
		}
	}
	return nil
}

// announce adds notes on how the first button was drawn and which game was chosen.
func (t *Table) announce(d *Deal, o *Offer) {
	if t.button < 0 && t.cfg.First == HighCard {
		d.Notes = append(d.Notes, "the cards for the button: "+cards.Spaced(t.drawn(d.place.dealt)))
	}
	if t.agreed() >= 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("everybody has agreed: %s at %s is played from now on", o.Plan.Game.Name, o.Plan.Stakes.Name))
		return
	}
	if b := d.place.button; t.choosing && t.choice.Player != 0 && t.choice.Player == t.seats[b].Player {
		d.Notes = append(d.Notes, "the button chooses "+o.Plan.Game.Name)
	}
}

// ask collects the effects of all rules, in their order. Each sees the game that those before it have named.
func (t *Table) ask(d *Deal) ([]Effect, error) {
	if len(t.cfg.Rules) == 0 {
		return nil, nil
	}
	var all []Effect
	for i, r := range t.cfg.Rules {
		d.view = View{t: t, p: &d.place, b: t.cfg.Games[d.Game].Plan, rule: i}
		effects, err := r.Before(&d.view, t.memory[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name(), err)
		}
		for k := range effects {
			if effects[k].Kind == NextGame {
				if d.Game, err = t.offered(d.Game, &effects[k]); err != nil {
					return nil, err
				}
			}
		}
		if all == nil {
			all = slices.Clip(effects) // the rule's own: not to be written to
		} else {
			all = append(all, effects...)
		}
		d.rules[i] = ruleDeal{end: len(all)}
	}
	return all, nil
}

// offered returns the index of the game that an effect names, now being that of the game so far.
func (t *Table) offered(now int, e *Effect) (int, error) {
	games := t.cfg.Games
	at := func(o *Offer) string { return o.Plan.Stakes.Name }
	game, stakes := cmp.Or(e.Game, games[now].Plan.Game.Name), cmp.Or(e.Stakes, at(&games[now]))
	first := -1 // the first of the game
	for i := range games {
		switch {
		case games[i].Plan.Game.Name != game:
		case at(&games[i]) == stakes:
			return i, nil
		case first < 0:
			first = i
		}
	}
	if first >= 0 {
		if e.Stakes == "" { // it has stakes of its own
			return first, nil
		}
		if s, err := games[first].Plan.Game.ParseStakes(e.Stakes); err == nil && s.Name != e.Stakes {
			return t.offered(now, &Effect{Game: game, Stakes: s.Name, Pos: e.Pos})
		}
	}
	var all []string
	for i := range games {
		all = append(all, games[i].Plan.Game.Name+" at "+at(&games[i]))
	}
	return 0, games[now].Plan.Game.BlameWith(e.Pos, "the table has "+strings.Join(all, ", "), "the table does not offer %s at %s", game, stakes)
}

func (t *Table) skipped(effects []Effect) (m betting.Set) {
	for i := range effects {
		if effects[i].Kind == Skip {
			if k := t.Find(effects[i].Player); k >= 0 {
				m |= betting.Bit(k)
			}
		}
	}
	return m
}

// raiseOf returns the highest raise of the stakes; Num is 0 for none.
func raiseOf(effects []Effect) plan.Raise {
	r := plan.Raise{Den: 1}
	for i := range effects {
		if e := &effects[i]; e.Kind == RaiseStakes && e.Num*r.Den > r.Num*e.Den {
			r = plan.Raise{Num: e.Num, Den: e.Den, Blind: e.Blind}
		}
	}
	return r
}

// seat maps the seats of the table to the seats of the hand. If the button is at an empty seat, the
// player before it acts last in its place.
func (t *Table) seat(d *Deal, b *plan.AtStakes) {
	p := &d.place
	n := 0
	for m := p.dealt; m != 0; m &= m - 1 {
		k := m.First()
		d.seats[n], d.who[n], d.stacks[n] = int8(k), t.seats[k].Player, t.seats[k].Stack
		if t.seats[k].Away {
			d.Away |= betting.Bit(n)
		}
		n++
	}
	d.Seats, d.Players = d.seats[:n], d.who[:n]
	d.Setup.Plan, d.Setup.Stacks = b, d.stacks[:n]
	d.Setup.Seed, d.Setup.Number = t.seed, uint64(t.hands)
	button := p.button
	if !p.dealt.Has(button) {
		button = before(p.dealt, button)
	}
	d.Setup.Button = d.index(button)
	switch {
	case !b.AgainstBank:
		d.Setup.Carried = t.pot
	case t.banker != 0 && t.seats[button].Player == t.banker:
		d.Setup.Banked = int(t.banked)
	}
	t.forced(d, b)
}

// forced assigns the blinds to their seats; other forced bets keep the seats that the game gives
// them.
func (t *Table) forced(d *Deal, b *plan.AtStakes) {
	list := b.Game.Forced
	if d.place.big < 0 || len(list) > len(d.forced) {
		return
	}
	n := len(d.Seats)
	for i := range list {
		f := &list[i]
		left := f.Left
		if n == 2 {
			left = f.HeadsUp
		}
		seat := (d.Setup.Button + left) % n
		switch {
		case f.Everybody:
		case f.Amount == plan.SmallBlind:
			seat = d.index(d.place.small)
		case f.Amount == plan.BigBlind:
			seat = d.index(d.place.big)
		}
		d.forced[i] = int8(seat)
	}
	d.Setup.ForcedSeats = d.forced[:len(list)]
}

// index returns the seat of the hand for a seat of the table, -1 if it is not dealt in.
func (d *Deal) index(seat int) int {
	if seat < 0 || !d.place.dealt.Has(seat) {
		return -1
	}
	return (d.place.dealt & (betting.Bit(seat) - 1)).Len()
}

// posts adds debts, what players post to come in, and the blinds that a moving button skipped. A game against a bank has no pot to post
// into: what is owed waits for a game that has one.
func (t *Table) posts(d *Deal, o *Offer) {
	if o.Plan.AgainstBank {
		return
	}
	p, s := &d.place, &o.Plan.Stakes
	for m := p.dealt; m != 0; m &= m - 1 {
		d.post(m.First(), t.seats[m.First()].Debt, PostDead, "")
	}
	if p.fresh {
		return
	}
	for m := p.smallDue; m != 0; m &= m - 1 {
		kind := PostDead
		if t.cfg.SmallLive {
			kind = PostLive
		}
		d.post(m.First(), s.SB, kind, "")
	}
	for m := p.bigDue; m != 0; m &= m - 1 {
		kind := PostLive
		switch {
		case t.cfg.BigDead:
			kind = PostDead
		case m.First() == p.small:
			kind = PostInPlace
		}
		d.post(m.First(), s.BB, kind, "")
	}
}

func (d *Deal) post(seat int, amount int64, kind EffectKind, name string) {
	if i := d.index(seat); i >= 0 && amount > 0 {
		d.Setup.Posts = append(d.Setup.Posts, hand.Post{Seat: i, Amount: amount, Dead: kind == PostDead, InPlace: kind == PostInPlace, Opens: kind == PostStraddle || kind == OfferStraddle, Ante: kind == PostAnte, Asked: kind == OfferLive || kind == OfferStraddle, Name: name})
	}
}

// collections adds the fees of the posting in force.
func (t *Table) collections(d *Deal) error {
	if len(t.cfg.Postings) == 0 {
		return nil
	}
	p := &t.cfg.Postings[t.posting]
	n := len(d.Seats)
	for i := range p.Hands {
		c := &p.Hands[i]
		rate, ok := c.For(n)
		if !ok {
			return fmt.Errorf("%s has no amount for %d players", c.Name, n)
		}
		d.charge(c.Payer, rate.Amount, c.Flop)
		d.Posted = append(d.Posted, Posted{Name: rate.Name, Payer: c.Payer, Amount: rate.Amount})
	}
	if f := p.Time; f != nil {
		d.Posted = append(d.Posted, Posted{Name: f.Name, Payer: Each, Amount: f.Amount, Period: f.Period})
	}
	return nil
}

func (d *Deal) charge(payer Payer, amount int64, flop bool) {
	if amount == 0 {
		return
	}
	if payer != Each {
		seat := -1
		if payer == TheButton {
			seat = d.Setup.Button
		}
		d.Setup.Fees = append(d.Setup.Fees, hand.Fee{Seat: seat, Amount: amount, Flop: flop})
		d.Fee += amount
		return
	}
	for i := range d.Seats {
		d.Setup.Fees = append(d.Setup.Fees, hand.Fee{Seat: i, Amount: amount})
		d.Fee += amount
	}
}

// apply applies the effects of the rules, one rule after another.
func (t *Table) apply(d *Deal, effects []Effect) error {
	first := 0
	for k := range t.cfg.Rules {
		r := &d.rules[k]
		r.from = len(d.Setup.Posts)
		before := d.Fee
		if err := t.applyRule(d, r, effects[first:r.end]); err != nil {
			return err
		}
		first, r.to, r.charge = r.end, len(d.Setup.Posts), d.Fee-before-r.drop
		t.drops[k] = r.drop
	}
	return nil
}

func (t *Table) applyRule(d *Deal, r *ruleDeal, effects []Effect) error {
	for i := range effects {
		e := &effects[i]
		seat, amount := t.Find(e.Player), t.chips(e, t.cfg.Games[d.Game].Plan)
		//exhaustive:enforce
		switch e.Kind {
		case Owe, Skip: // see owe and skipped
		case NextGame: // see offered
			r.names = true
		case Pay, Sell, Leaves, Button:
			return d.Setup.Plan.Game.BlameWith(e.Pos, "return it from settle", "this happens after a hand")
		case RaiseStakes:
			r.raises = true
		case PostLive, PostDead, PostInPlace, PostStraddle, PostAnte, OfferLive, OfferStraddle:
			if d.index(seat) < 0 {
				return d.Setup.Plan.Game.BlameWith(e.Pos, "ask table.is_dealt(player) first, and owes(player, …) for one who is not",
					"player %d is to post %s and is not dealt in", e.Player, t.money(amount))
			}
			if p := d.Setup.Plan; p.AgainstBank {
				return p.Game.BlameWith(e.Pos, "leave it out where players bet against a bank", "player %d is to post %s, but %s has no pot", e.Player, t.money(amount), p.Game.Name)
			}
			d.post(seat, amount, e.Kind, e.Text)
		case Charge:
			d.charge(e.Payer, amount, false)
			if e.ToFund {
				r.drop += amount
			}
		case NoStraddle:
			d.Setup.NoStraddle = true
		case Announce:
			d.Notes = append(d.Notes, e.Text)
			t.now += e.Seconds
		}
	}
	return nil
}

// owe adds to a player's debt, even if they have left.
func (t *Table) owe(p Player, amount int64) {
	if k := t.Find(p); k >= 0 {
		t.seats[k].Debt += amount
		return
	}
	t.remember(p).Debt += amount
}

// begin updates the table for a hand that is now being played.
func (t *Table) begin(d *Deal, game int) {
	p := &d.place
	// Who is dealt in to a game without blinds comes in later, in a game of the table that has them.
	later := p.big < 0 && !p.fresh && t.cfg.Owed && t.cfg.withBlinds() != nil
	for i := range t.cfg.MaxSeats {
		s := &t.seats[i]
		s.OwesBig = s.OwesBig || p.missedBig.Has(i)
		s.OwesSmall = s.OwesSmall || p.missedSmall.Has(i)
		if p.dealt.Has(i) {
			s.New, s.Unposted = false, later && (s.New || s.Unposted)
			if !d.Setup.Plan.AgainstBank {
				s.Debt = 0
			}
			s.Wait = s.Wait && later
			if p.big >= 0 || p.fresh {
				s.OwesBig, s.OwesSmall = false, false
			}
		} else if p.fresh && p.big >= 0 && s.Player != 0 && !s.entering() {
			s.OwesBig, s.OwesSmall = false, false
		}
	}
	t.dealt = [MaxSeats]int8{} // so that == compares tables
	t.n = int8(copy(t.dealt[:], d.Seats))
	if p.big >= 0 {
		t.due = [2]int8{int8(p.small), int8(p.big)}
	} else {
		t.due = t.passing(p)
	}
	t.button, t.small, t.big = int8(p.button), int8(p.small), int8(p.big)
	if t.agreed() >= 0 {
		t.switchTo(int16(game))
	}
	t.game, t.played, t.choice = int16(game), int16(d.Game), choice{}
	t.entry = 0
	for i := range t.seats {
		t.seats[i].Offer = 0
	}
	t.playing, t.gone, t.left, t.raised = true, 0, [MaxSeats]left{}, d.Raised
	if d.Raised {
		t.ledger.Raised++
	}
	if t.began < 0 {
		t.began = t.now
	}
}

// Finish records the result of the hand that is being played, has the rules act on it, advances the
// clock and charges time.
func (t *Table) Finish(h *hand.Hand) error { return t.FinishIn(h, new(Settled)) }

// FinishIn is like [Table.Finish], and tells in out what the rules did. On an error the table is
// unchanged.
func (t *Table) FinishIn(h *hand.Hand, out *Settled) error {
	was := *t
	err := t.Collect(h, out)
	for i := range t.cfg.Rules {
		if err == nil {
			err = t.SettleRule(i, h, out, t.Out(h))
		}
	}
	if err != nil {
		*t = was
		return err
	}
	t.Close(h, out)
	return nil
}

// Collect is the first part of [Table.FinishIn], for tables that play hand for hand: the players have their chips. [Table.SettleRule]
// follows for each rule, in order, and then [Table.Close].
func (t *Table) Collect(h *hand.Hand, out *Settled) error {
	*out = Settled{Payments: out.Payments[:0], Notes: out.Notes[:0], Gone: out.Gone[:0]}
	if !t.playing {
		return fmt.Errorf("no hand is in progress")
	}
	if h.Pending() != nil || h.Seats() != int(t.n) {
		return fmt.Errorf("the hand is not over, or belongs to another table")
	}
	for i := range int(t.n) {
		if k := t.dealt[i]; !t.gone.Has(int(k)) {
			t.seats[k].Stack = h.Stack(i)
		}
	}
	for m := t.gone; m != 0; m &= m - 1 {
		k := m.First()
		// Chips that a hand gave back to a player after they left, for instance because it
		// was void: to their stack if they sit at the table, otherwise in cash.
		l := &t.left[k]
		chips := h.Stack(slices.Index(t.dealt[:t.n], int8(k)))
		more := chips - l.Chips
		if k := t.Find(l.Player); k >= 0 {
			t.seats[k].Stack += more
		} else {
			t.cashed += more
		}
	}
	// The blinds of players who were dealt in by mistake: one who won the hand owes
	// them; one who lost continues to be dealt in and posts nothing. Where
	// no blinds are owed this has no effect.
	won, lost := h.OwesBlinds()
	for i := range int(t.n) {
		k := int(t.dealt[i])
		s := &t.seats[k]
		switch {
		case t.gone.Has(k):
		case won.Has(i):
			s.OwesBig, s.OwesSmall = true, true
		case lost.Has(i):
			s.OwesBig, s.OwesSmall, s.New, s.Unposted, s.Away = false, false, false, false, s.Stack == 0
		}
	}
	if !h.Plan().AgainstBank {
		t.pot = h.Left()
	}
	t.ledger.Hands += h.House() - t.fill(h, out)
	return nil
}

// Close is the last part of [Table.FinishIn].
func (t *Table) Close(h *hand.Hand, out *Settled) {
	if h.Plan().AgainstBank {
		t.noteBanker(h)
	} else if seat := t.Find(out.Button); seat >= 0 { // it moves on from the place to the right
		t.button = int8((seat + t.cfg.MaxSeats - 1) % t.cfg.MaxSeats)
	}
	t.playing, t.played = false, 0
	if t.cfg.HandsPerHour != 0 { // the clock moves by one hand
		t.carry += 3600
		t.now += t.carry / t.cfg.HandsPerHour
		t.carry %= t.cfg.HandsPerHour
	}
	t.settle()
}

// left is a player who cashed out or left during a hand, with the chips they had in the hand at
// that moment.
type left struct {
	Player Player
	Chips  int64
}

// AddAbsent adds the players who sit at the table with chips but are not dealt in to a hand that
// has been dealt and not begun. The hand then knows their seats, so that cards dealt there by
// mistake can be ruled on. This is for hands with attendance ([hand.Setup.Attendance]); others
// cannot have such seats. Players beyond the game's limit are left out.
func (t *Table) AddAbsent(d *Deal) {
	var out betting.Set
	most := min(d.Setup.Plan.Game.MaxSeats, d.Setup.Plan.Seats)
	for i := range t.cfg.MaxSeats {
		if s := &t.seats[i]; s.Player != 0 && s.Stack > 0 && !d.place.dealt.Has(i) && len(d.Seats)+out.Len() < most {
			out |= betting.Bit(i)
		}
	}
	if out == 0 || d.Setup.Plan.AgainstBank {
		return
	}
	var at [MaxSeats]int // the new seat of each seat of the hand
	old := append([]int8(nil), d.Seats...)
	n := 0
	for m := d.place.dealt | out; m != 0; m &= m - 1 {
		k := m.First()
		if out.Has(k) {
			d.Setup.Absent |= betting.Bit(n)
		} else {
			at[slices.Index(old, int8(k))] = n
		}
		d.seats[n], d.who[n], d.stacks[n] = int8(k), t.seats[k].Player, t.seats[k].Stack
		n++
	}
	d.Seats, d.Players, d.Setup.Stacks = d.seats[:n], d.who[:n], d.stacks[:n]
	d.Setup.Button = at[d.Setup.Button]
	t.reseat(d, at[:len(old)])
	t.n = int8(copy(t.dealt[:], d.Seats))
}

// reseat moves forced bets, posts and fees to the new seats of the hand. Forced bets stay with the
// players who were dealt in.
func (t *Table) reseat(d *Deal, at []int) {
	if d.Setup.ForcedSeats == nil {
		list := d.Setup.Plan.Game.Forced
		for i := range list {
			left := list[i].Left
			if len(at) == 2 {
				left = list[i].HeadsUp
			}
			d.forced[i] = int8((slices.Index(at, d.Setup.Button) + left) % len(at))
		}
		d.Setup.ForcedSeats = d.forced[:min(len(list), len(d.forced))]
	}
	for i, k := range d.Setup.ForcedSeats {
		if k >= 0 {
			d.forced[i] = int8(at[k])
		}
	}
	for i := range d.Setup.Posts {
		d.Setup.Posts[i].Seat = at[d.Setup.Posts[i].Seat]
	}
	for i := range d.Setup.Fees {
		if k := d.Setup.Fees[i].Seat; k >= 0 {
			d.Setup.Fees[i].Seat = at[k]
		}
	}
}

// sights pools the views that rules see after a hand.
var sights = sync.Pool{New: func() any { return new(sight) }}

type sight struct {
	v View
	p placing
}

// noteBanker records who banked a finished round and moves the button to them.
func (t *Table) noteBanker(h *hand.Hand) {
	k := h.Banker()
	if k < 0 {
		t.banker, t.banked = 0, 0
		return
	}
	t.button = t.dealt[k]
	if p := t.seats[t.button].Player; p != t.banker {
		t.banker, t.banked = p, 0
	}
	t.banked = min(t.banked+1, 100)
}

// OnlyBanked reports whether all games of the table are played against a bank.
func (c *Config) OnlyBanked() bool {
	return !slices.ContainsFunc(c.Games, func(o Offer) bool { return !o.Plan.AgainstBank })
}
