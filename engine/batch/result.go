package batch

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/money"
)

// Result is the total of many hands. It is a small value of exact integers;
// Merge is associative and commutative, so hands may be played in any order and
// in any parts.
type Result struct {
	Hands     int64
	Decisions int64
	Showdowns int64 // hands in which cards were compared
	SplitPots int64 // hands in which seats shared a pot
	SidePots  int64 // hands with more than one pot
	ChipsIn   int64 // paid into pots and to the house
	ChipsOut  int64 // won by seats, or carried
	Collected int64 // taken by the house
	Carried   int64 // part of ChipsOut: left in pots for a later hand
	Net       [betting.Max]Sum
	BankSides
	Trouble Trouble  // irregularities
	Details *Details // nil unless they are wanted
	over    bool     // a sum does not fit
}

func isOver(s Sum) bool { return s.over }

// Over returns [money.ErrOver] if a sum of the result does not fit, so that no figure of it may be printed.
func (r *Result) Over() error {
	if d := r.Details; r.over || d != nil && (d.Passed || d.Pots.Passed || d.Fees.Passed) || r.BankSides.over() || slices.ContainsFunc(r.Net[:], isOver) {
		return money.ErrOver
	}
	return nil
}

func (s *BankSides) over() bool { return s.Bank.over || s.Bettors.over || s.House.over }

// BankSides are the rounds against a bank in which somebody banked, with the
// results of the bankers, the other players and the house.
type BankSides struct {
	Banked               int64
	Bank, Bettors, House Sum
}

func (s *BankSides) addRound(h *hand.Hand) {
	k := h.Banker()
	switch {
	case k >= 0:
		s.Bank.add(h.Net(k))
		s.Bettors.add(-h.Net(k) - h.House())
	case h.Plan().Game.HouseBanks() && h.Bettors() != 0:
		s.Bettors.add(-h.House())
	default:
		return
	}
	s.Banked++
	s.House.add(h.House())
}

func (s *BankSides) mergeRounds(o *BankSides) {
	s.Banked += o.Banked
	s.Bank.merge(&o.Bank)
	s.Bettors.merge(&o.Bettors)
	s.House.merge(&o.House)
}

// Sum is the exact sum and sum of squares of a seat's results.
type Sum struct {
	Total  int64
	over   bool // the total, or that of squares, does not fit: the sum is worth nothing
	sqHi   uint64
	sqLow  uint64
	Wins   int64 // hands with a profit
	Losses int64 // hands with a loss
}

func (s *Sum) add(x int64) {
	money.Plus(&s.Total, x, &s.over)
	switch {
	case x > 0:
		s.Wins++
	case x < 0:
		s.Losses++
	}
	hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(x, -x)))
	s.addSquare(hi, lo)
}

func (s *Sum) addSquare(hi, lo uint64) {
	var carry uint64
	s.sqLow, carry = bits.Add64(s.sqLow, lo, 0)
	s.sqHi, carry = bits.Add64(s.sqHi, hi, carry)
	s.over = s.over || carry > 0
}

func (s *Sum) merge(o *Sum) {
	money.Plus(&s.Total, o.Total, &s.over)
	s.over = s.over || o.over
	s.Wins += o.Wins
	s.Losses += o.Losses
	s.addSquare(o.sqHi, o.sqLow)
}

// Mean returns the mean over n hands and its standard error, NaN for fewer than
// two hands.
func (s *Sum) Mean(n int64) (mean, stdErr float64) {
	if n == 0 {
		return 0, math.NaN()
	}
	mean = float64(s.Total) / float64(n)
	if n < 2 {
		return mean, math.NaN()
	}
	// n*squares - total^2 is exact; only the last steps use floating point.
	sq := s.squares()
	sq.Mul(sq, big.NewInt(n))
	t := big.NewInt(s.Total)
	sq.Sub(sq, t.Mul(t, t))
	spread, _ := new(big.Float).SetInt(sq).Float64()
	nf := float64(n)
	return mean, math.Sqrt(spread / (nf * nf * (nf - 1)))
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Merge adds the result of another set of hands.
func (r *Result) Merge(o *Result) {
	r.Hands += o.Hands
	r.Decisions += o.Decisions
	r.Showdowns += o.Showdowns
	r.SplitPots += o.SplitPots
	r.SidePots += o.SidePots
	money.Plus(&r.ChipsIn, o.ChipsIn, &r.over)
	money.Plus(&r.ChipsOut, o.ChipsOut, &r.over)
	money.Plus(&r.Collected, o.Collected, &r.over)
	money.Plus(&r.Carried, o.Carried, &r.over)
	r.over = r.over || o.over
	r.mergeRounds(&o.BankSides)
	r.Trouble.merge(&o.Trouble)
	r.Details = mergeDetails(r.Details, o.Details)
	for i := range r.Net {
		r.Net[i].merge(&o.Net[i])
	}
}
