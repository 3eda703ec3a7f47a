// Package rank orders poker hands.
//
// A [Ranking] is compiled from a [Description]: a base scale, the categories
// that count, the ace, wild cards, a floor, or a custom scoring function.
// Whatever the description, the compiled ranking uses the same tables at the
// same speed. A [Strength] is larger for the better hand, even in lowball, and
// 0 for no qualifying hand; strengths of two rankings are not comparable.
// Rankings are immutable, safe for concurrent use, and compiled at first use,
// so that declaring one costs nothing.
//
// Cards must be known, different, and in the ranking's deck ([Ranking.Takes]);
// with others the results are meaningless, but nothing panics.
package rank

import (
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/cards"
)

// Strength orders hands under one ranking: larger is better, 0 means no
// qualifying hand.
type Strength uint32

// A Ranking ranks hands by one description.
type Ranking struct {
	given Description
	d     Description // given with defaults filled in
	once  sync.Once
	made  atomic.Pointer[tables] // nil before the first use
	said  said
}

// Compile checks a description and returns its ranking. It does not make the
// tables; the first use of the ranking does.
func Compile(d Description) (*Ranking, error) {
	full, err := d.normal()
	if err != nil {
		return nil, err
	}
	return &Ranking{given: d, d: full}, nil
}

// Name returns the name of the description.
func (r *Ranking) Name() string { return r.d.Name }

// String returns the name.
func (r *Ranking) String() string { return r.d.Name }

// Description returns the description that the ranking was compiled from.
// Modify and compile it to get a variant, such as the same ranking with a
// joker.
func (r *Ranking) Description() Description { return r.given }

// Categories returns the categories that count, best first; none for badugi and
// for rankings with a scoring function. The caller must not change them.
func (r *Ranking) Categories() []Category { return r.d.Categories }

// Size returns the number of cards in a hand.
func (r *Ranking) Size() int { return r.d.Size }

// Fewest returns the number of cards from which on a hand has a strength.
func (r *Ranking) Fewest() int {
	if r.d.Base == BaseBadugi {
		return 1
	}
	return max(1, r.d.Size-r.d.Missing)
}

// Low reports whether low cards win.
func (r *Ranking) Low() bool { return r.d.low() }

// Qualifies reports whether the ranking has a floor, so that a hand can fail
// to qualify.
func (r *Ranking) Qualifies() bool { return len(r.d.Floor) > 0 }

// SuitsCount reports whether cards of a suit count only, so that a hand can fail to have enough of them.
func (r *Ranking) SuitsCount() bool { return r.d.Only != 0 || r.d.OneSuit && r.Fewest() > 1 }

// Suits returns how suits break ties between hands of equal strength under this
// ranking.
func (r *Ranking) Suits() SuitOrder { return r.d.Suits }

// Takes reports whether every card is in the ranking's deck.
func (r *Ranking) Takes(cs []cards.Card) bool {
	deck := r.d.Deck.Set()
	return !slices.ContainsFunc(cs, func(c cards.Card) bool { return !c.Known() || !deck.Has(c) })
}

// tables returns the tables, which it makes at first use. It is small enough to
// be inlined.
func (r *Ranking) tables() *tables {
	if t := r.made.Load(); t != nil {
		return t
	}
	return r.make()
}

func (r *Ranking) make() *tables {
	r.once.Do(func() {
		if r.d.Base == BaseBadugi {
			r.made.Store(compileBadugi(r.d))
		} else {
			r.made.Store(compile(r.d))
		}
	})
	return r.made.Load()
}

// Prepare makes the tables now instead of at the first use, so that a program
// can choose when to spend the milliseconds, or find out whether a scoring
// function fails.
func (r *Ranking) Prepare() { r.tables() }

// Count returns the number of different strengths in the ranking; Best is 1 to
// Count for hands that qualify.
func (r *Ranking) Count() int { return len(r.tables().raws) }
