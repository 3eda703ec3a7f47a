package convert

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/money"
	"cardroom/engine/plan"
)

var limitTitles = map[betting.Structure]string{betting.Fixed: "Limit", betting.PotLimit: "Pot Limit", betting.NoLimit: "No Limit"}

// stars writes one hand in the PokerStars format.
type stars struct {
	h      *Hand
	b      *strings.Builder
	sign   string
	board  []cards.Card
	laid   int // cards of all boards so far
	draws  int
	drawn  bool // the header of the draw is written
	showed bool
	street []heldCards
	won    [betting.Max]int64 // of each pot
	stud   bool
	level  int64
	begun  bool // the first round has begun
	third  int  // streets of stud so far
	hero   int  // the player whose file it is, -1 if nobody's is known
	sides  *history.Sides
}

// heldCards are cards of a seat: those of earlier streets, and those dealt since, of which some lie open.
type heldCards struct{ old, fresh, open []cards.Card }

func writePokerStars(h *Hand) (*Text, error) {
	game := h.Played.Plan().Game
	title, limit := names[game.ID].stars, limitTitles[h.stakes().Structure]
	if title == "" || limit == "" {
		return nil, fmt.Errorf("PokerStars has no name for %s", game.Name)
	}
	if err := h.unfinished(); err != nil {
		return nil, err
	}
	w := &stars{h: h, b: &strings.Builder{}, stud: len(h.Record.Blinds) == 0, street: make([]heldCards, h.Record.N())}
	if w.sign = h.Record.CurrencySymbol; w.sign == "" && h.inMoney() && !w.tournament() {
		w.sign = "$"
	}
	for _, a := range h.Record.Blinds {
		w.level = max(w.level, a)
	}
	hero, _ := history.Value[int64](h.Record, history.KeyHero)
	w.hero, w.sides = int(hero)-1, h.Record.Sides()
	says := []string{history.AsideSold}
	other := false
	for i := range h.Record.N() {
		other = other || (w.side(history.AsideCashOut, i) != 0 || w.side(history.AsideCashOutFee, i) != 0) && !w.sold(i)
	}
	if !other {
		says = append(says, history.AsideCashOut, history.AsideCashOutFee)
	}
	text := Text{Number: -1, Lost: h.lost(says...)}
	if w.hidden() {
		text.Lost = append(text.Lost, "the cards of hands that are not shown, but for those of the player whose file it is")
	}
	if _, known := h.Record.UTC(); h.Record.Year == 0 {
		text.Lost = append(text.Lost, "the date, which is not known: other programs may not read a header without it")
	} else if !known {
		text.Lost = append(text.Lost, "the time zone, which is not known")
	}
	const begin = "PokerStars Hand #"
	id := h.Record.HandID.String()
	if strings.ContainsAny(id, " :") {
		id = ""
	}
	if id == "" {
		text.Number = len(begin)
	}
	w.b.WriteString(begin + id)
	w.header(title, limit)
	w.posts()
	if !w.stud {
		w.b.WriteString("*** HOLE CARDS ***\n")
	}
	for i := range h.Events {
		w.event(&h.Events[i])
	}
	for i := range w.h.Record.N() {
		if !w.sold(i) {
			continue
		}
		fmt.Fprintf(w.b, "%s cashed out the hand for %s | Cash Out Fee %s\n", w.h.name(i), w.m(w.side(history.AsideCashOut, i)), w.m(w.side(history.AsideCashOutFee, i)))
	}
	// "Total pot $37 Main pot $26. Side pot $9.75. | Rake $1.25"
	rake := w.h.rake()
	total, each := rake, ""
	for k, won := range w.won {
		if total += won; won > 0 && w.h.Played.Result().SidePots {
			word := w.pot(k)
			each += " " + strings.ToUpper(word[:1]) + word[1:] + " " + w.m(won) + "."
		}
	}
	fmt.Fprintf(w.b, "*** SUMMARY ***\nTotal pot %s%s | Rake %s\n", w.m(total), each, w.m(rake))
	if len(w.board) > 0 {
		fmt.Fprintf(w.b, "Board [%s]\n", cards.Spaced(w.board))
	}
	w.summary()
	text.Bytes = []byte(w.b.String())
	return &text, nil
}

// m writes an amount: money in whole units or with at least two places.
func (w *stars) m(units int64) string {
	text := money.Text(units, w.h.Record.Scale)
	if _, places, ok := strings.Cut(text, "."); ok && len(places) == 1 && w.sign != "" {
		text += "0"
	}
	return w.sign + text
}

// hidden reports whether the record has cards that only their owner sees, of somebody who does not show them.
func (w *stars) hidden() bool {
	for i := range w.h.Record.N() {
		if i != w.hero && slices.ContainsFunc(w.h.Played.Hole(i), cards.Card.Known) && !slices.ContainsFunc(w.h.Events, func(e hand.Event) bool {
			f := e.Kind.Facts()
			return f.AtShowdown && int(e.Seat) == i
		}) {
			return true
		}
	}
	return false
}

// side returns an amount that a seat received outside the pot, in units of the hand.
func (w *stars) side(word string, seat int) int64 {
	k := slices.IndexFunc(history.SideKinds, func(k history.SideKind) bool { return k.Word == word })
	if w.sides == nil || w.sides.By[k] == nil {
		return 0
	}
	return w.sides.By[k][seat] / (w.sides.Scale / w.h.Record.Scale)
}

// sold reports whether a seat has sold its hand: what it wins goes to the buyer.
func (w *stars) sold(seat int) bool {
	return w.side(history.AsideCashOut, seat) > 0 && (w.side(history.AsideSold, seat) != 0 || w.h.Played.Won(seat) == 0)
}

// header writes the rest of the header line after the id, up to the seats.
func (w *stars) header(title, limit string) {
	rec, s := w.h.Record, w.h.stakes()
	low, high := int64(0), s.Small.Lo
	for i, a := range rec.Blinds {
		if k := hand.Crosswise(i, rec.N()); k >= 0 && a > 0 && a < high && (low == 0 || a > low) {
			low = a
		}
	}
	low = cmp.Or(low, high)
	if s.Structure == betting.Fixed {
		low, high = s.Small.Lo, s.Big.Lo
	}
	currency := rec.Currency
	if len(currency) != 3 || strings.ToUpper(currency) != currency { // "Chips"
		currency = ""
	}
	capped := ""
	if text, ok := history.Value[string](rec, history.KeyCap); ok {
		capped = " - " + w.sign + text + " Cap - "
	}
	place, play := "", ""
	switch {
	case w.tournament():
		place = " Tournament #" + rec.Event + ","
		if rec.Level > 0 {
			limit += " - Level " + roman(rec.Level)
		}
	case w.sign == "":
		play = "(Play Money) "
	}
	fmt.Fprintf(w.b, ":%s %s %s (%s/%s%s)", place, title, limit, w.m(low), w.m(high), strings.TrimRight(capped+" "+currency, " "))
	if rec.Year > 0 {
		t := int64(rec.Time.Seconds())
		zone := cmp.Or(rec.TimeZoneAbbr, rec.TimeZone)
		date := fmt.Sprintf("%04d/%02d/%02d %d:%02d:%02d %s", rec.Year, rec.Month, rec.Day, t/3600, t/60%60, t%60, zone)
		if there, ok := rec.Eastern(); ok && (zone == "UTC" || strings.Contains(zone, "/")) { // a zone that the site does not write
			utc, _ := rec.UTC()
			const layout = "2006/01/02 15:04:05"
			date = utc.Format(layout) + " UTC [" + there.Format(layout) + " ET]"
		}
		w.b.WriteString(" - " + strings.TrimRight(date, " "))
	}
	fmt.Fprintf(w.b, "\nTable '%s' %d-max %sSeat #%d is the button\n", cmp.Or(rec.TableID.String(), history.NoTable), max(int64(rec.N()), rec.SeatCount, w.h.chair(w.h.byChair()[rec.N()-1])), play, w.h.chair(rec.N()-1))
	for _, player := range w.h.byChair() {
		fmt.Fprintf(w.b, "Seat %d: %s (%s in chips)\n", w.h.chair(player), w.h.name(player), w.m(rec.Starting[player]))
	}
}

// tournament reports whether the hand is from a tournament with a number.
func (w *stars) tournament() bool {
	_, err := strconv.ParseUint(w.h.Record.Event, 10, 64)
	return err == nil && w.h.Record.CurrencySymbol == ""
}

// roman returns a tournament level as a Roman numeral.
func roman(n int64) string {
	var b strings.Builder
	for _, r := range []struct {
		value int64
		text  string
	}{{100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= r.value && b.Len() < 20; n -= r.value {
			b.WriteString(r.text)
		}
	}
	return b.String()
}

// postWords are PokerStars's names of the forced bets.
var postWords = map[post]string{
	ante: "the ante", deadPost: "dead", smallBlind: "small blind", bigBlind: "big blind", buttonBlind: "button blind", straddle: "straddle",
}

// posts writes the posts, the small blind before the big blind.
func (w *stars) posts() {
	names, big := w.h.posts(), ""
	type late struct {
		live *hand.Event
		dead []*hand.Event
	}
	comers := make([]late, w.h.Record.N())
	small := false
	for i := range w.h.Events {
		e := &w.h.Events[i]
		switch f := e.Kind.Facts(); {
		case f.FromLast:
			fmt.Fprintf(w.b, "Cash Drop to Pot : total %s\n", w.m(e.Amount))
		case f.Pays.Forced():
			what := names.of(e)
			switch small = small || what == smallBlind; what {
			case extraBlind:
				comers[e.Seat].live = e
				continue
			case deadPost:
				comers[e.Seat].dead = append(comers[e.Seat].dead, e)
				continue
			}
			line := w.posted(e, postWords[what])
			if what == bigBlind && big == "" {
				big = line
				continue
			}
			w.b.WriteString(line)
			if what == smallBlind {
				w.b.WriteString(big)
				big = "-"
			}
		}
	}
	if big != "-" {
		w.b.WriteString(big)
	}
	for _, c := range comers {
		switch {
		case c.live != nil && len(c.dead) == 1 && c.live.Amount == names.big && big != "":
			both := *c.live
			both.Amount += c.dead[0].Amount
			both.AllIn = c.live.AllIn || c.dead[0].AllIn
			w.b.WriteString(w.posted(&both, "small & big blinds"))
			continue
		case c.live != nil && big != "" && c.live.Amount == names.big:
			w.b.WriteString(w.posted(c.live, "big blind"))
		case c.live != nil:
			w.b.WriteString(w.posted(c.live, ""))
		}
		for _, dead := range c.dead {
			if small {
				w.b.WriteString(w.posted(dead, "small blind"))
			} else { // would be taken for that of the hand
				w.b.WriteString(w.posted(dead, "dead"))
			}
		}
	}
}

// posted returns the line of a post.
func (w *stars) posted(e *hand.Event, words string) string {
	return fmt.Sprintf("%s: %s %s%s\n", w.h.name(int(e.Seat)), strings.TrimRight("posts "+words, " "), w.m(e.Amount), w.allIn(e))
}

func (w *stars) allIn(e *hand.Event) string {
	if e.AllIn {
		return " and is all-in"
	}
	return ""
}

// starsDeeds are the words for what players do in a betting round.
var starsDeeds = map[hand.Act]string{
	hand.Folds: "folds", hand.Checks: "checks", hand.Calls: "calls", hand.Bets: "bets", hand.Raises: "raises", hand.Completes: "raises", hand.BringsIn: "brings in for",
}

func (w *stars) event(e *hand.Event) {
	player, f := int(e.Seat), e.Kind.Facts()
	if f.Act != hand.NoAct {
		w.flush()
		what := starsDeeds[f.Act]
		switch {
		case f.Act == hand.Raises || f.Act == hand.Completes:
			what += fmt.Sprintf(" %s to %s%s", w.m(e.To-w.level), w.m(e.To), w.allIn(e))
		case f.Act != hand.Folds && f.Act != hand.Checks:
			what += " " + w.m(e.Amount) + w.allIn(e)
		}
		switch {
		case f.Act == hand.BringsIn:
			w.level = max(e.Amount, w.h.Record.BringIn)
		case f.Act.Aggressive():
			w.level = e.To
		}
		fmt.Fprintf(w.b, "%s: %s\n", w.h.name(player), what)
	}
	switch {
	case f.DealsTo(plan.ZoneHand):
		w.street[player].fresh = append(w.street[player].fresh, e.List()...)
		if f.Sight == plan.SeenByAll {
			w.street[player].open = append(w.street[player].open, e.List()...)
		}
	case f.DealsTo(plan.ZoneBoard):
		w.flush()
		w.lay(e)
	case f.Pays == hand.GetsBack:
		w.flush()
		fmt.Fprintf(w.b, "Uncalled bet (%s) returned to %s\n", w.m(e.Amount), w.h.name(player))
	case f.Begins:
		w.flush()
		if w.begun {
			w.level = 0
		}
		w.drawn, w.begun = false, true
	case f.Draws:
		w.flush()
		if !w.drawn {
			w.drawn = true
			fmt.Fprintf(w.b, "*** %s DRAW ***\n", []string{"FIRST", "SECOND", "THIRD"}[min(w.draws, 2)])
			w.draws++
		}
		name := w.h.name(int(e.Seat))
		switch {
		case e.N == 0:
			fmt.Fprintf(w.b, "%s: stands pat\n", name)
		case known(e.List()) && int(e.Seat) == w.hero:
			fmt.Fprintf(w.b, "%s: discards %s [%s]\n", name, cards.Counted(int(e.N), "card"), cards.Spaced(e.List()))
		default:
			fmt.Fprintf(w.b, "%s: discards %s\n", name, cards.Counted(int(e.N), "card"))
		}
	case f.AtShowdown:
		w.flush()
		if !w.showed {
			w.showed = true
			w.b.WriteString("*** SHOW DOWN ***\n")
		}
		what := "mucks hand"
		if e.Kind.Facts().Shows && known(e.List()) {
			what = "shows [" + cards.Spaced(e.List()) + "]"
			if made := w.h.made(int(e.Seat)); made != "" {
				what += " (" + made + ")"
			}
		}
		fmt.Fprintf(w.b, "%s: %s\n", w.h.name(int(e.Seat)), what)
	case f.Pays.Wins():
		if e.Amount == 0 {
			return
		}
		w.won[max(0, e.Pot)] += e.Amount
		if w.sold(int(e.Seat)) {
			return
		}
		pot := "pot"
		if w.h.Played.Result().SidePots {
			pot = w.pot(int(e.Pot))
		}
		fmt.Fprintf(w.b, "%s collected %s from %s\n", w.h.name(int(e.Seat)), w.m(e.Amount), pot)
	}
}

// pot returns the words for a pot, of which there are several: a number follows if there is more than one side pot.
func (w *stars) pot(k int) string {
	switch {
	case k <= 0:
		return "main pot"
	case w.h.Played.Result().Pots.N == 2:
		return "side pot"
	}
	return fmt.Sprintf("side pot-%d", k)
}

// flush writes the cards dealt to seats since the last call.
func (w *stars) flush() {
	dealt := false
	for i := range w.street {
		dealt = dealt || len(w.street[i].fresh) > 0
	}
	if !dealt {
		return
	}
	if w.stud {
		w.third++
		name := fmt.Sprintf("%dth STREET", w.third+2)
		switch w.third {
		case 1:
			name = "3rd STREET"
		case 5:
			name = "RIVER"
		}
		fmt.Fprintf(w.b, "*** %s ***\n", name)
	}
	for i := range w.street {
		s := &w.street[i]
		fresh := s.fresh
		if i != w.hero {
			fresh = s.open
		}
		if w.stud { // unknown down cards are omitted, they come before the up card
			for len(fresh) > 0 && !fresh[0].Known() {
				fresh = fresh[1:]
			}
		}
		if known(fresh) {
			before := ""
			if w.stud && len(s.old) > 0 {
				before = "[" + cards.Spaced(s.old) + "] "
			}
			fmt.Fprintf(w.b, "Dealt to %s %s[%s]\n", w.h.name(i), before, cards.Spaced(fresh))
		}
		s.old, s.fresh, s.open = append(s.old, fresh...), s.fresh[:0], s.open[:0]
	}
}

var streets = map[int]string{3: "FLOP", 4: "TURN", 5: "RIVER"}

// lay writes a street of the board, or of one of several boards.
func (w *stars) lay(e *hand.Event) {
	fresh, before, which := e.List(), w.board, ""
	on := w.h.Played.BoardsOf(w.laid)
	w.laid += len(fresh)
	if n := len(w.h.Played.Plan().Game.Boards); n > 0 && on != 1<<n-1 {
		run := bits.TrailingZeros(uint(on))
		board := w.h.Played.BoardOf(nil, run)
		before, which = board[:slices.Index(board, fresh[0])], []string{"FIRST ", "SECOND ", "THIRD "}[min(run, 2)]
	} else {
		w.board = append(w.board, fresh...)
	}
	name := streets[len(before)+len(fresh)]
	switch {
	case w.stud:
		name, before = "7th STREET", nil
	case len(before)+len(fresh) < 3: // the open card of Courchevel
		name = "PREFLOP"
	case which == "" && len(before) < 3: // with the open card
		fresh, before = w.board, nil
	}
	fmt.Fprintf(w.b, "*** %s%s *** ", which, name)
	if len(before) > 0 {
		fmt.Fprintf(w.b, "[%s] ", cards.Spaced(before))
	}
	fmt.Fprintf(w.b, "[%s]\n", cards.Spaced(fresh))
}
