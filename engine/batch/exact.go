package batch

import (
	"fmt"
	"math/big"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// Exact is a [Result] as lossless JSON: integers, and squares as decimal numbers of 128 bits. It
// does not include details. The same result always gives the same bytes.
type Exact struct {
	Hands     int64            `json:"hands"`
	Decisions int64            `json:"decisions"`
	Showdowns int64            `json:"showdowns"`
	SplitPots int64            `json:"split_pots"`
	SidePots  int64            `json:"side_pots"`
	ChipsIn   int64            `json:"chips_in"`
	ChipsOut  int64            `json:"chips_out"`
	Collected int64            `json:"collected"`
	Carried   int64            `json:"carried"`
	Net       []ExactSum       `json:"net"` // by seat
	Banked    int64            `json:"banked"`
	Bank      ExactSum         `json:"bank"`
	Bettors   ExactSum         `json:"bettors"`
	House     ExactSum         `json:"house"`
	Rulings   int64            `json:"rulings"`
	Defaults  int64            `json:"rulings_default"`
	Refused   int64            `json:"rulings_refused"`
	ByEvent   map[string]int64 `json:"rulings_by_event"`
}

// ExactSum is a [Sum] as lossless JSON.
type ExactSum struct {
	Total   int64  `json:"total"`
	Squares string `json:"squares"`
	Wins    int64  `json:"wins"`
	Losses  int64  `json:"losses"`
}

// ExactOf returns the exact form of a result of hands with the given number of seats.
func ExactOf(r *Result, seats int) Exact {
	x := Exact{
		Hands: r.Hands, Decisions: r.Decisions, Showdowns: r.Showdowns, SplitPots: r.SplitPots, SidePots: r.SidePots,
		ChipsIn: r.ChipsIn, ChipsOut: r.ChipsOut, Collected: r.Collected, Carried: r.Carried,
		Net: exactSums(r.Net[:seats]), Banked: r.Banked, Bank: r.Bank.exact(), Bettors: r.Bettors.exact(), House: r.House.exact(),
		Rulings: r.Trouble.Events, Defaults: r.Trouble.Defaults, Refused: r.Trouble.Refused, ByEvent: r.Trouble.exact(),
	}
	return x
}

// ExactPair is a [PairResult] as lossless JSON, like [Exact].
type ExactPair struct {
	A      Exact      `json:"a"`
	B      Exact      `json:"b"`
	Differ int64      `json:"differ"`
	First  []int64    `json:"first"`
	Net    []ExactSum `json:"net"`      // by seat, in units of the pair
	Diff   []ExactSum `json:"measures"` // by [Measure]
}

// ExactPairOf returns the exact form of a result of hands with the given number of seats.
func ExactPairOf(r *PairResult, seats int) ExactPair {
	return ExactPair{
		A: ExactOf(&r.A, seats), B: ExactOf(&r.B, seats), Differ: r.Differ, First: append([]int64{}, r.First.List()...),
		Net: exactSums(r.Net[:seats]), Diff: exactSums(r.Diff[:]),
	}
}

// Result returns the result that x was made from, or an error if x cannot be one.
func (x *ExactPair) Result() (r PairResult, err error) {
	if r.A, err = x.A.Result(); err != nil {
		return r, fmt.Errorf("a: %w", err)
	}
	if r.B, err = x.B.Result(); err != nil {
		return r, fmt.Errorf("b: %w", err)
	}
	switch {
	case r.A.Hands != r.B.Hands || len(x.A.Net) != len(x.B.Net) || len(x.A.Net) != len(x.Net):
		return r, fmt.Errorf("%d and %d hands with %d and %d seats are not a pair", r.A.Hands, r.B.Hands, len(x.A.Net), len(x.B.Net))
	case len(x.Diff) != int(Measures):
		return r, fmt.Errorf("%d measures: there are %d", len(x.Diff), Measures)
	case x.Differ < 0 || x.Differ > r.A.Hands || int64(len(x.First)) != min(x.Differ, int64(len(r.First))):
		return r, fmt.Errorf("%d of %d hands differ, and %d are named", x.Differ, r.A.Hands, len(x.First))
	}
	for i, n := range x.First {
		if n < 1 || i > 0 && n <= x.First[i-1] {
			return r, fmt.Errorf("hand %d is out of order", n)
		}
		r.First[i] = n
	}
	r.Differ = x.Differ
	if err = sumsOf(r.Net[:], x.Net); err == nil {
		err = sumsOf(r.Diff[:], x.Diff)
	}
	return r, err
}

// ExactSession is a [SessionResult] as lossless JSON, like [Exact].
type ExactSession struct {
	Hands     int64            `json:"hands"`
	Decisions int64            `json:"decisions"`
	Showdowns int64            `json:"showdowns"`
	Seconds   int64            `json:"seconds"`
	Dealt     int64            `json:"dealt"`
	PutIn     int64            `json:"put_in"`
	Collected ExactSum         `json:"collected"`
	ByClock   int64            `json:"by_clock"`
	Raised    ExactSum         `json:"raised"`
	Usual     ExactSum         `json:"usual"`
	RaisedN   int64            `json:"raised_hands"`
	Rules     []ExactRule      `json:"rules"`
	Bought    int64            `json:"bought"`
	Cashed    int64            `json:"cashed"`
	Came      int64            `json:"came"`
	Left      int64            `json:"left"`
	Banked    int64            `json:"banked"`
	Bank      ExactSum         `json:"bank"`
	Bettors   ExactSum         `json:"bettors"`
	House     ExactSum         `json:"house"`
	Rulings   int64            `json:"rulings"`
	Defaults  int64            `json:"rulings_default"`
	Refused   int64            `json:"rulings_refused"`
	ByEvent   map[string]int64 `json:"rulings_by_event"`
}

// ExactRule is a [RuleSum] as lossless JSON.
type ExactRule struct {
	Raised  int64    `json:"raised"`
	Pots    ExactSum `json:"pots"`
	Posted  int64    `json:"posted"`
	Posters int64    `json:"posters"`
	Net     ExactSum `json:"net"`
	Charged int64    `json:"charged"`
	Named   int64    `json:"named"`
	Paid    int64    `json:"paid"`
	Fund    int64    `json:"fund"`
	Settled int64    `json:"settled,omitempty"`
}

// ExactSessionOf returns the exact form of a result, without trailing rules that did nothing.
func ExactSessionOf(r *SessionResult) ExactSession {
	x := ExactSession{
		Hands: r.Hands, Decisions: r.Decisions, Showdowns: r.Showdowns, Seconds: r.Seconds, Dealt: r.Dealt, PutIn: r.PutIn,
		Collected: r.Collected.exact(), ByClock: r.ByClock, Raised: r.Raised.exact(), Usual: r.Usual.exact(), RaisedN: r.RaisedN, Rules: []ExactRule{},
		Bought: r.Bought, Cashed: r.Cashed, Came: r.Came, Left: r.Left,
		Banked: r.Banked, Bank: r.Bank.exact(), Bettors: r.Bettors.exact(), House: r.House.exact(),
		Rulings: r.Trouble.Events, Defaults: r.Trouble.Defaults, Refused: r.Trouble.Refused, ByEvent: r.Trouble.exact(),
	}
	n := len(r.Rules)
	for n > 0 && r.Rules[n-1] == (RuleSum{}) {
		n--
	}
	for i := range r.Rules[:n] {
		s := &r.Rules[i]
		x.Rules = append(x.Rules, ExactRule{s.Raised, s.Pots.exact(), s.Posted, s.Posters, s.Net.exact(), s.Charged, s.Named, s.Paid, s.Fund, s.Settled})
	}
	return x
}

// Result returns the result that x was made from, or an error if x cannot be one.
func (x *ExactSession) Result() (r SessionResult, err error) {
	r = SessionResult{
		Hands: x.Hands, Decisions: x.Decisions, Showdowns: x.Showdowns, Seconds: x.Seconds, Dealt: x.Dealt, PutIn: x.PutIn, ByClock: x.ByClock,
		RaisedN: x.RaisedN, Bought: x.Bought, Cashed: x.Cashed, Came: x.Came, Left: x.Left, BankSides: BankSides{Banked: x.Banked},
		Trouble: Trouble{Events: x.Rulings, Defaults: x.Defaults, Refused: x.Refused},
	}
	if len(x.Rules) > len(r.Rules) {
		return r, fmt.Errorf("%d rules: there are at most %d", len(x.Rules), len(r.Rules))
	}
	for _, n := range []int64{x.Hands, x.Decisions, x.Showdowns, x.Seconds, x.Dealt, x.PutIn, x.ByClock, x.RaisedN, x.Bought, x.Cashed, x.Came, x.Left, x.Banked, x.Rulings, x.Defaults, x.Refused} {
		if n < 0 {
			return r, fmt.Errorf("%d: a count cannot be below 0", n)
		}
	}
	if max(x.Showdowns, x.RaisedN, x.Banked) > x.Hands || x.Collected.Total > x.PutIn || x.Raised.Total+x.Usual.Total != x.PutIn {
		return r, fmt.Errorf("the counts of %d hands do not fit together", x.Hands)
	}
	if r.Trouble.ByKind, err = incidentsOf(x.ByEvent); err != nil {
		return r, err
	}
	type pair struct {
		to   *Sum
		from *ExactSum
	}
	sums := []pair{{&r.Collected, &x.Collected}, {&r.Raised, &x.Raised}, {&r.Usual, &x.Usual}, {&r.Bank, &x.Bank}, {&r.Bettors, &x.Bettors}, {&r.House, &x.House}}
	for i := range x.Rules {
		from, to := &x.Rules[i], &r.Rules[i]
		to.Raised, to.Posted, to.Posters, to.Charged, to.Named, to.Paid, to.Fund, to.Settled = from.Raised, from.Posted, from.Posters, from.Charged, from.Named, from.Paid, from.Fund, from.Settled
		sums = append(sums, pair{&to.Pots, &from.Pots}, pair{&to.Net, &from.Net})
	}
	for _, s := range sums {
		if err = s.to.read(s.from); err != nil {
			return r, err
		}
	}
	return r, nil
}

// exact returns the counts of irregularities by name.
func (t *Trouble) exact() map[string]int64 {
	out := map[string]int64{}
	for _, k := range plan.Incidents() {
		if n := t.ByKind[k]; n > 0 {
			out[k.String()] = n
		}
	}
	return out
}

func incidentsOf(by map[string]int64) (out [64]int64, err error) {
	for word, n := range by {
		k := plan.IncidentNamed(word)
		if k == 0 || n <= 0 {
			return out, fmt.Errorf("%q: not an irregularity that was counted", word)
		}
		out[k] = n
	}
	return out, nil
}

// exactSums returns the exact form of several sums.
func exactSums(sums []Sum) []ExactSum {
	out := make([]ExactSum, len(sums))
	for i := range sums {
		out[i] = sums[i].exact()
	}
	return out
}

// Result returns the result that x was made from. It returns an error if x cannot be one: for
// numbers below 0, or chips that do not add up.
func (x *Exact) Result() (r Result, err error) {
	if len(x.Net) > betting.Max {
		return r, fmt.Errorf("%d seats: there are at most %d", len(x.Net), betting.Max)
	}
	counts := []int64{x.Hands, x.Decisions, x.Showdowns, x.SplitPots, x.SidePots, x.ChipsIn, x.Banked, x.Rulings, x.Defaults, x.Refused}
	for _, n := range counts {
		if n < 0 {
			return r, fmt.Errorf("%d: a count cannot be below 0", n)
		}
	}
	if x.ChipsIn != x.ChipsOut+x.Collected {
		return r, fmt.Errorf("chips are not conserved: %d in, %d out, %d collected", x.ChipsIn, x.ChipsOut, x.Collected)
	}
	if max(x.Showdowns, x.SplitPots, x.SidePots, x.Banked) > x.Hands {
		return r, fmt.Errorf("more showdowns or pots than the %d hands can have", x.Hands)
	}
	r = Result{
		Hands: x.Hands, Decisions: x.Decisions, Showdowns: x.Showdowns, SplitPots: x.SplitPots, SidePots: x.SidePots,
		ChipsIn: x.ChipsIn, ChipsOut: x.ChipsOut, Collected: x.Collected, Carried: x.Carried,
		BankSides: BankSides{Banked: x.Banked}, Trouble: Trouble{Events: x.Rulings, Defaults: x.Defaults, Refused: x.Refused},
	}
	if err = sumsOf(r.Net[:], x.Net); err != nil {
		return r, err
	}
	for _, side := range []struct {
		to   *Sum
		from *ExactSum
	}{{&r.Bank, &x.Bank}, {&r.Bettors, &x.Bettors}, {&r.House, &x.House}} {
		if err = side.to.read(side.from); err != nil {
			return r, err
		}
	}
	r.Trouble.ByKind, err = incidentsOf(x.ByEvent)
	return r, err
}

// sumsOf decodes sums.
func sumsOf(to []Sum, from []ExactSum) error {
	if len(from) > len(to) {
		return fmt.Errorf("%d sums: there are at most %d", len(from), len(to))
	}
	for i := range from {
		if err := to[i].read(&from[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sum) squares() *big.Int {
	sq := new(big.Int).SetUint64(s.sqHi)
	return sq.Lsh(sq, 64).Add(sq, new(big.Int).SetUint64(s.sqLow))
}

func (s *Sum) exact() ExactSum {
	return ExactSum{s.Total, s.squares().String(), s.Wins, s.Losses}
}

func (s *Sum) read(x *ExactSum) error {
	sq, ok := new(big.Int).SetString(x.Squares, 10)
	if !ok || sq.Sign() < 0 || sq.BitLen() > 128 || sq.String() != x.Squares {
		return fmt.Errorf("squares %q: not a decimal number of up to 128 bits", x.Squares)
	}
	if x.Wins < 0 || x.Losses < 0 {
		return fmt.Errorf("%d wins, %d losses: a count cannot be below 0", x.Wins, x.Losses)
	}
	*s = Sum{Total: x.Total, Wins: x.Wins, Losses: x.Losses}
	s.sqLow = new(big.Int).And(sq, new(big.Int).SetUint64(^uint64(0))).Uint64()
	s.sqHi = sq.Rsh(sq, 64).Uint64()
	return nil
}
