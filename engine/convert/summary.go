package convert

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// faces are PokerStars's words for ranks, from the deuce.
var faces = [...]string{"Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"}

func face(r cards.Rank) string { return faces[r] }

func several(r cards.Rank) string {
	if faces[r] == "Six" {
		return "Sixes"
	}
	return faces[r] + "s"
}

// highHand names five cards as PokerStars does: "two pair, Aces and Kings".
func highHand(cs []cards.Card) string {
	var count [len(faces)]int
	var ranks []cards.Rank // larger groups first, then higher ranks
	flush := len(cs) == 5
	for _, c := range cs {
		if count[c.Rank()]++; count[c.Rank()] == 1 {
			ranks = append(ranks, c.Rank())
		}
		flush = flush && c.Suit() == cs[0].Suit()
	}
	slices.SortFunc(ranks, func(a, b cards.Rank) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(b) - int(a)
	})
	top := ranks[0]
	low, straight := ranks[len(ranks)-1], len(ranks) == 5 && len(cs) == 5
	switch {
	case straight && int(top)-int(low) == 4:
	case straight && face(top) == "Ace" && (int(ranks[1])-int(low) == 3): // the ace is below
		low, top = top, ranks[1]
	default:
		straight = false
	}
	second := func() cards.Rank { return ranks[min(1, len(ranks)-1)] }
	switch {
	case straight && flush && face(top) == "Ace":
		return "a Royal Flush"
	case straight && flush:
		return "a straight flush, " + face(low) + " to " + face(top)
	case count[ranks[0]] > 3:
		return "four of a kind, " + several(top)
	case count[ranks[0]] == 3 && count[second()] == 2:
		return "a full house, " + several(top) + " full of " + several(second())
	case flush:
		return "a flush, " + face(top) + " high"
	case straight:
		return "a straight, " + face(low) + " to " + face(top)
	case count[ranks[0]] == 3:
		return "three of a kind, " + several(top)
	case count[ranks[0]] == 2 && count[second()] == 2:
		return "two pair, " + several(top) + " and " + several(second())
	case count[ranks[0]] == 2:
		return "a pair of " + several(top)
	}
	return "high card " + face(top)
}

// lowHand names the cards of a low hand: "8,6,4,3,A". The ace is low unless it counts as high.
func lowHand(cs []cards.Card, aceHigh bool) string {
	at := func(c cards.Card) int {
		if face(c.Rank()) == "Ace" && !aceHigh {
			return -1
		}
		return int(c.Rank())
	}
	cs = slices.SortedFunc(slices.Values(cs), func(a, b cards.Card) int { return at(b) - at(a) })
	list := make([]string, len(cs))
	for i, c := range cs {
		list[i] = c.String()[:1]
	}
	return strings.Join(list, ",")
}

// made names a seat's hand in the words of PokerStars, "" if it is not known.
func (h *Hand) made(seat int) string {
	show := h.Played.Showdown()
	if show == nil || len(h.Played.Plan().Game.Boards) > 1 || !known(h.Played.Hole(seat)) { // each board makes another hand
		return ""
	}
	var words []string
	for part := range show.Parts {
		cs := h.Played.Used(part, seat)
		if !known(cs) || slices.ContainsFunc(cs, func(c cards.Card) bool { return !c.Natural() }) {
			continue
		}
		text := ""
		switch name := show.Parts[part].Ranking.Name(); {
		case strings.Contains(name, "deuce") || strings.Contains(name, "27"):
			text = "LO: " + lowHand(cs, true)
		case strings.Contains(name, "five") || strings.Contains(name, "eight") || strings.Contains(name, "badugi") || strings.Contains(name, "low"):
			text = "LO: " + lowHand(cs, false)
		case len(show.Parts) > 1:
			text = "HI: " + highHand(cs)
		default:
			return highHand(cs)
		}
		words = append(words, text)
	}
	if len(show.Parts) == 1 && len(words) == 1 { // a game of lows only
		return "Lo: " + strings.TrimPrefix(words[0], "LO: ")
	}
	return strings.Join(words, "; ")
}

// ended is how a seat's hand ended.
type ended struct {
	put, shows, mucks bool
	folded            string // where
	won               int64
}

// summary writes the lines of the seats.
func (w *stars) summary() {
	rec := w.h.Record
	out := make([]ended, rec.N())
	roles := make([]string, rec.N())
	names, draws, streets := w.h.posts(), 0, 0
	for i := range w.h.Events {
		e := &w.h.Events[i]
		f := e.Kind.Facts()
		switch {
		case f.Begins:
			streets++
		case f.Draws && draws < streets-1:
			draws = streets - 1
		}
		if e.Seat < 0 || int(e.Seat) >= rec.N() {
			continue
		}
		o := &out[e.Seat]
		switch {
		case f.Pays.Forced():
			switch names.of(e) {
			case smallBlind:
				roles[e.Seat] = " (small blind)"
			case bigBlind:
				roles[e.Seat] = " (big blind)"
			}
			o.put = o.put || f.Pays == hand.PaysBlind
		case f.Act == hand.Folds:
			o.folded = w.where(streets, draws)
		case f.Act != hand.NoAct && e.Amount > 0:
			o.put = true
		case f.AtShowdown && f.Shows && known(e.List()):
			o.shows = true
		case f.AtShowdown:
			o.mucks = true
		case f.Pays.Wins():
			o.won += e.Amount
		}
	}
	for _, k := range w.h.byChair() {
		o, role := &out[k], roles[k]
		if k == rec.N()-1 && !w.stud {
			role = " (button)" + role
		}
		what := "mucked"
		with := w.h.made(k)
		if with != "" {
			with = " with " + with
		}
		hole := w.h.Played.Hole(k)
		switch {
		case o.folded != "":
			what = "folded " + o.folded
			if !o.put {
				what += " (didn't bet)"
			}
		case o.shows && o.won > 0:
			what = fmt.Sprintf("showed [%s] and won (%s)%s", cards.Spaced(hole), w.m(o.won), with)
			if w.sold(k) {
				what += " (pot not awarded as player cashed out)"
			}
		case o.shows:
			what = fmt.Sprintf("showed [%s] and lost%s", cards.Spaced(hole), with)
		case o.won > 0:
			what = fmt.Sprintf("collected (%s)", w.m(o.won))
		case o.mucks && known(hole):
			what = "mucked [" + cards.Spaced(hole) + "]"
		}
		fmt.Fprintf(w.b, "Seat %d: %s%s %s\n", w.h.chair(k), w.h.name(k), role, what)
	}
}

// where says when a hand was folded.
func (w *stars) where(street, draws int) string {
	switch {
	case w.stud:
		return "on the " + studStreet(street+2)
	case len(w.board) == 0 && draws == 0 && w.draws > 0:
		return "before the Draw"
	case w.draws > 0:
		return "after the Draw"
	case street <= 1:
		return "before Flop"
	}
	return "on the " + []string{"Flop", "Turn", "River"}[min(street-2, 2)]
}

func studStreet(n int) string {
	switch n {
	case 3:
		return "3rd Street"
	case 7:
		return "River"
	}
	return fmt.Sprintf("%dth Street", n)
}
