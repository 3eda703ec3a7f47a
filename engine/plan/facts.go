package plan

import "iter"

// Facts of steps: what holds of every step of a kind, in one table, and what follows from it: the cards that a step takes
// from the stub, who sees them, and the steps that can come next.

// Sight is who sees a card where it lies.
type Sight uint8

// Who sees it.
const (
	SeenByNobody Sight = iota
	SeenByOwner        // the player who holds it
	SeenByAll
	SeenByOthers // everybody but the player who holds it
)

// Move is the cards that a step takes from the stub. The zero Move is none.
type Move struct {
	// To is the zone where they go, 0 for none.
	To Zones
	// Count is their number; for each seat that is served, if To is ZoneHand.
	Count int
	// Most: Count is the most that a seat can get, because players choose.
	Most  bool
	Sight Sight
}

// kind is what holds of every step of a kind.
type kind struct {
	name string
	// to is the zone of the cards that a step takes from the stub, 0 for none, and sight who sees them there unless the step says
	// otherwise.
	to    Zones
	sight Sight
	// jumps: Jump is a step that can come next. leaves: it is the only one.
	jumps, leaves bool
	// leads: the step only decides which steps come next and how often; Jump is the end of those within it.
	leads bool
	// early: the step may belong to, or precede, the initial deal.
	early bool
	// turns: cards on the table are turned up.
	turns bool
	// deals: the cards come back for a new deal.
	deals bool
	// ends: the hand, or its deal, is over after a step, but for settlements of side bets.
	ends bool
}

// kinds are the facts of the kinds of steps.
var kinds = [...]kind{
	Deal:      {name: "deal", early: true, to: ZoneHand, sight: SeenByOwner},
	Board:     {name: "board", to: ZoneBoard, sight: SeenByAll},
	Burn:      {name: "burn", early: true, to: ZoneBurn},
	Bet:       {name: "bet"},
	Asks:      {name: "ask"},
	Collect:   {name: "collect", early: true},
	When:      {name: "when", early: true, jumps: true, leads: true},
	Jump:      {name: "jump", early: true, jumps: true, leaves: true, leads: true},
	Redeal:    {name: "redeal", ends: true, deals: true},
	Showdown:  {name: "showdown", ends: true},
	InTurn:    {name: "in turn", leads: true},
	PayStep:   {name: "pay"},
	FoldStep:  {name: "give up"},
	RollDie:   {name: "roll"},
	Carry:     {name: "carry", ends: true},
	RunIt:     {name: "run it"},
	TakeBoard: {name: "take board"},
	Repeat:    {name: "repeat", leads: true},
	TurnUp:    {name: "turn up", turns: true},
	Settle:    {name: "settle", ends: true},
}

func (k StepKind) String() string { return kinds[k].name }

// Moves returns the cards that the step takes from the stub.
func (s *Step) Moves() Move {
	m := Move{To: kinds[s.Kind].to, Count: s.Count, Sight: kinds[s.Kind].sight}
	switch {
	case m.To == 0 && s.Ask.Draws():
		return Move{To: ZoneHand, Count: s.Ask.Most + s.Draw.More, Most: true, Sight: SeenByOwner}
	case m.To == 0 && s.AsksCards() && s.Ask.From == FromBoard:
		return Move{To: ZoneBoard, Count: s.Ask.Most, Most: true, Sight: SeenByAll}
	case m.To == 0:
		return Move{}
	case s.Others:
		m.Sight = SeenByOthers
	case s.Up:
		m.Sight = SeenByAll
	}
	return m
}

// DealsTo reports whether the step deals cards to one of some zones, apart from those that players draw.
func (s *Step) DealsTo(z Zones) bool {
	m := s.Moves()
	return m.To&z != 0 && !m.Most
}

// Bets reports whether the step is a round of betting.
func (s *Step) Bets() bool { return s.Kind == Bet }

// Unseen reports whether the step only takes cards out of play that nobody sees.
func (s *Step) Unseen() bool {
	m := s.Moves()
	return m.To == ZoneBurn && m.Sight == SeenByNobody
}

// Ends reports whether the hand, or its deal, is over after the step.
func (s *Step) Ends() bool { return kinds[s.Kind].ends && (s.Settle == nil || s.Settle.Bets == nil) }

// Leaves reports whether the step leads to Jump, and nowhere else.
func (s *Step) Leaves() bool { return kinds[s.Kind].leaves }

// Branches reports whether the step leads to Jump or to the next one.
func (s *Step) Branches() bool { return kinds[s.Kind].jumps && !kinds[s.Kind].leaves }

// Leads reports whether the step only decides which steps come next and how often.
func (s *Step) Leads() bool { return kinds[s.Kind].leads }

// TurnsUp reports whether the step turns up cards on the table.
func (s *Step) TurnsUp() bool { return kinds[s.Kind].turns }

// Redeals reports whether the cards come back for a new deal at the step.
func (s *Step) Redeals() bool { return kinds[s.Kind].deals }

// Steps that are made of their part.

// Shows returns the step of a showdown.
func Shows(s *ShowdownStep) Step { return Step{Kind: Showdown, Show: s} }

// Settles returns the step at which bets against a bank are paid.
func Settles(s *SettleStep) Step { return Step{Kind: Settle, Settle: s} }

// Collects returns the step at which the house takes its part.
func Collects(c *CollectStep) Step { return Step{Kind: Collect, Collect: c} }

// Next visits the steps that can come after step i of a deal: every road.
func (g *Game) Next(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		s := &g.Steps[i]
		k := &kinds[s.Kind]
		if s.Ends() || !k.leaves && !yield(i+1) {
			return
		}
		if k.jumps {
			yield(s.Jump)
		}
	}
}

// Road visits the steps of the usual road from step i on, up to the one that ends the hand: no condition of a when()
// holds. Jumps lead forward.
func (g *Game) Road(i int) iter.Seq2[int, *Step] {
	return func(yield func(int, *Step) bool) {
		for i >= 0 && i < len(g.Steps) {
			s := &g.Steps[i]
			if !yield(i, s) || s.Ends() {
				return
			}
			if i++; kinds[s.Kind].jumps {
				i = s.Jump
			}
		}
	}
}
