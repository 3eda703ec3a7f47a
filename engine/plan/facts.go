package plan

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

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

// Faces says which cards of a step lie face up, in the order in which they are dealt: bit k for the k-th, and the last bit for
// all that follow.
type Faces uint64

// AllUp: all cards of a step lie face up.
const AllUp = ^Faces(0)

// At reports whether the k-th card lies face up.
func (f Faces) At(k int) bool { return f>>min(k, 63)&1 != 0 }

// Of returns how many of the first n cards lie face up.
func (f Faces) Of(n int) int {
	return bits.OnesCount64(uint64(f)&(1<<min(n, 64)-1)) + count(f.At(63), max(0, n-64))
}

// Move is cards that a step takes from the stub and that lie alike.
type Move struct {
	// To is the zone where they go.
	To Zones
	// Count is their number; for each seat that is served, if To is ZoneHand.
	Count int
	// Most: Count is the most that a seat can get, because players choose.
	Most  bool
	Sight Sight
}

// StepKind is the kind of a step.
type StepKind uint8

// The kinds of steps.
const (
	Deal         StepKind = iota // Count rounds of one card to every live seat
	Board                        // Count community cards, together
	Burn                         // Count cards to the burn cards
	Bet                          // a round of betting
	Asks                         // players choose: see Ask
	Collect                      // the house takes its fee
	When                         // continue if a condition holds, else at Jump
	Jump                         // continue at Jump
	Redeal                       // the cards come back, the pot stays, and the hand starts over at the first step
	Showdown                     // hands are shown and the pots awarded
	InTurn                       // the steps before Jump are played once for each live seat in turn
	PayStep                      // the seat whose turn it is pays into the pot, or is paid from it
	FoldStep                     // the seat whose turn it is folds, by rule
	RollDie                      // a die with Count sides is rolled
	Carry                        // the hand ends, and the pot stays for the next hand
	RunIt                        // the rest of the board is dealt Runs times when nobody can bet anymore
	TakeBoard                    // the board with the lowest last card is removed
	Repeat                       // the steps before Jump are Count rounds of the same steps
	CompareHands                 // players compare their hands in private
	// Steps of games against a bank.
	TurnUp // down cards are turned up
	Settle // hands are compared with the bank's, and paid
)

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
	// street is what the table calls a step without a name, "" if it belongs to the street before.
	street string
	// bank: the step can be part of any game against a bank. inTurn: it can be played for one seat after the other.
	bank, inTurn bool
	// deals: the cards come back for a new deal.
	deals bool
	// takes: a board that lies on the table is taken away, and nobody chooses it.
	takes bool
	// keeps: whoever is in before the step is in after it, whatever its hooks say.
	keeps bool
	// ends: the hand, or its deal, is over after a step, but for settlements of side bets.
	ends bool
	// open: what the step does follows from what everybody sees, and the cards that it deals lie on the board.
	open bool
}

// kinds are the facts of the kinds of steps.
var kinds = [...]kind{
	Deal:         {name: "deal", bank: true, inTurn: true, early: true, to: ZoneHand, sight: SeenByOwner, keeps: true},
	Board:        {name: "board", street: "board", bank: true, inTurn: true, to: ZoneBoard, sight: SeenByAll, open: true, keeps: true},
	Burn:         {name: "burn", bank: true, inTurn: true, early: true, to: ZoneBurn, keeps: true},
	Bet:          {name: "bet", inTurn: true, open: true},
	Asks:         {name: "ask"},
	Collect:      {name: "collect", early: true, open: true, keeps: true},
	When:         {name: "when", bank: true, inTurn: true, early: true, jumps: true, leads: true, keeps: true},
	Jump:         {name: "jump", bank: true, inTurn: true, early: true, jumps: true, leaves: true, leads: true, open: true, keeps: true},
	Redeal:       {name: "redeal", ends: true, deals: true},
	Showdown:     {name: "showdown", street: "showdown", ends: true, open: true},
	InTurn:       {name: "in turn", leads: true, keeps: true},
	PayStep:      {name: "pay", inTurn: true, open: true},
	FoldStep:     {name: "give up", inTurn: true},
	RollDie:      {name: "roll", inTurn: true, keeps: true},
	Carry:        {name: "carry", ends: true, open: true},
	RunIt:        {name: "run it"},
	TakeBoard:    {name: "take board", takes: true},
	Repeat:       {name: "repeat", inTurn: true, leads: true, keeps: true},
	CompareHands: {name: "compare", inTurn: true},
	TurnUp:       {name: "turn up", turns: true},
	Settle:       {name: "settle", street: "payment", ends: true},
}

func (k StepKind) String() string { return kinds[k].name }

// Moves visits the cards that the step takes from the stub, in the order in which they come: one entry for neighbors that lie
// alike.
func (s *Step) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		k := &kinds[s.Kind]
		switch {
		case k.to != 0:
			for at := 0; at < s.Count; {
				m := Move{To: k.to, Sight: s.SightOf(at)}
				for at < s.Count && s.SightOf(at) == m.Sight {
					m.Count++
					at++
				}
				if !yield(m) {
					return
				}
			}
		case s.Ask.Draws():
			yield(Move{To: ZoneHand, Count: s.Ask.Most + s.Draw.More, Most: true, Sight: SeenByOwner})
		case s.Ask.does(DoReplace):
			yield(Move{To: ZoneBoard, Count: s.Ask.Most, Most: true, Sight: SeenByAll})
		}
	}
}

// SightOf returns who sees the k-th card that the step deals.
func (s *Step) SightOf(k int) Sight {
	switch {
	case !s.Up.At(k):
		return kinds[s.Kind].sight
	case s.Others:
		return SeenByOthers
	}
	return SeenByAll
}

// Lie says how the cards of the step lie, with a word before "up" and "down": "face down", "2 face down, then 1 face up".
func (s *Step) Lie(face string) string {
	var out []string
	for k := 0; k < s.Count; {
		n, up := k, s.Up.At(k)
		for k < s.Count && s.Up.At(k) == up {
			k++
		}
		lies := face + [...]string{"down", "up"}[count(up, 1)]
		if k-n == s.Count {
			return lies
		}
		out = append(out, fmt.Sprintf("%d %s", k-n, lies))
	}
	return strings.Join(out, ", then ")
}

// DealsTo reports whether the step deals cards to one of some zones, apart from those that players draw.
func (s *Step) DealsTo(z Zones) bool { return kinds[s.Kind].to&z != 0 }

// Bets reports whether the step is a round of betting.
func (s *Step) Bets() bool { return s.Kind == Bet }

// TakesTurns reports whether the steps after it are played for one seat after the other.
func (s *Step) TakesTurns() bool { return s.Kind == InTurn }

// Unseen reports whether the step only takes cards out of play that nobody sees.
func (s *Step) Unseen() bool {
	return s.DealsTo(ZoneBurn) && kinds[s.Kind].sight == SeenByNobody && s.Up.Of(s.Count) == 0
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

// Takes reports whether the step takes away cards that nobody chooses: a player who has no more cards than they must pass or discard has no
// choice.
func (s *Step) Takes() bool {
	return kinds[s.Kind].takes || s.Ask != nil && (s.Ask.Rule != Chosen || s.Ask.From == FromBoard || s.Ask.Least > 0)
}

// Removes reports whether the step takes away whole boards, whoever chooses them.
func (s *Step) Removes() bool { return kinds[s.Kind].takes || s.Ask.OnBoard() && s.Ask.Whole }

// Open reports whether a hand for a pot goes through the step alike whatever the seats hold, but for what a showdown pays for the
// order of their hands.
func (s *Step) Open() bool {
	return kinds[s.Kind].open && s.Bet.Openers == nil && (s.Show == nil || s.Show.open())
}

// open reports whether a showdown pays for nothing but which seats have the best hand in each part.
func (s *ShowdownStep) open() bool {
	for p := range s.Each {
		if len(p.Chosen) > 0 {
			return false
		}
	}
	return s.Pairwise == nil && s.Both == "" && !s.DealsAgain()
}

// Street returns what the table calls the part of a hand that begins with the step, "" if it belongs to the one before.
func (s *Step) Street() string {
	switch {
	case s.Collect != nil: // its name is that of the fee
		return ""
	case s.Ask != nil:
		return cmp.Or(s.Name, s.Ask.Words.Street)
	}
	return cmp.Or(s.Name, kinds[s.Kind].street)
}

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

// Steps that are played in rounds again and again. A plan has every round: a Repeat, the steps of the first round, and for
// each other round the same steps, which have Again. Where the rounds can end early, a When with Until stands before each round but
// the first. So jumps lead forward only, and what follows a plan needs to know nothing of rounds; what shows one shows the first.

// RoundOf returns the range of the steps of the first round of a Repeat.
func (g *Game) RoundOf(at int) (from, to int) {
	return at + 1, at + 1 + g.Period(at) - count(g.Steps[at].Until, 1)
}

// Period returns the number of steps from one round of a Repeat to the next.
func (g *Game) Period(at int) int {
	first := g.First(at) + 1
	n := 1
	for first+n < len(g.Steps) && (g.Steps[first+n].Again == 0 || g.First(first+n) != first) {
		n++
	}
	return n
}

// First returns the index of the step that a step repeats, or its own.
func (g *Game) First(at int) int { return at - g.Steps[at].Again }
