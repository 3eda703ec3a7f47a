package ledger

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/speech"
)

// Played is a finished hand with everything the tables need. Its log must include the decisions.
type Played struct {
	Number   int64
	File     string // the file that recorded the hand; "" for a hand that was played
	FileHand int64
	Setup    *hand.Setup
	Hand     *hand.Hand
	Log      *hand.Log
	Wrong    bool // it did not end as recorded
	// Players are the players' names by seat, nil if there are none.
	Players []string
	// Record is the record of the hand, nil for a hand that was played.
	Record *history.Hand
	// Hero is the name of the player whose hand it is, "" for the one that the record says.
	Hero string
	// TableSeats maps seats of the hand to seats of the table, nil if they are the same.
	TableSeats []int8
}

// player returns the name of a player, "" if there is none.
func (p *Played) player(seat int) string {
	if seat < 0 || seat >= len(p.Players) {
		return ""
	}
	return p.Players[seat]
}

// Writer writes hands as rows. It caches texts of games and is not safe for concurrent use.
type Writer struct {
	ndjson bool
	wanted [Count]bool
	out    [Count]encoder
	games  map[*plan.Game]*gameTexts
	texts  map[string]string // as cells
	stakes map[stakesKey]string
	ranks  map[*rank.Ranking][]classText
	names  map[nameKey]string
	common [4]string // fold, check, call, raise
	bet    string
	shown  [betting.Max]string
	seated []Seat  // of the hand
	valuer *Valuer // nil for hands that are not valued
	worth  *worth  // of the hand
}

// gameTexts holds texts of a game, encoded as cells.
type gameTexts struct {
	id      string
	before  string   // step, script, line and street of a question before the first step, such as a straddle's
	steps   []string // those of each step
	streets []string // of each step
	begins  int      // the first step with betting, the first step of a game without
}

type classText struct {
	worst rank.Strength
	text  string
}

// nameKey is everything that determines the name of a decision.
type nameKey struct {
	game      *plan.Game
	step      int16
	kind      hand.ActionKind
	offer     int8
	none      bool
	completes bool
}

// NewWriter returns a writer of the wanted tables in a format of [rows].
func NewWriter(format string, wanted [Count]bool) *Writer {
	w := &Writer{wanted: wanted, games: map[*plan.Game]*gameTexts{}, texts: map[string]string{}, stakes: map[stakesKey]string{}, ranks: map[*rank.Ranking][]classText{}, names: map[nameKey]string{}}
	for i := range w.out {
		w.out[i] = newEncoder(format, &tables[i])
	}
	w.ndjson = w.out[0].ndjson
	for k := range w.common {
		w.common[k] = w.encode(hand.ActionKind(k).String())
	}
	w.bet = w.encode("bet")
	return w
}

// Value makes the writer find what all-in hands were worth.
func (w *Writer) Value() { w.valuer = &Valuer{} }

// Header returns the first line of a table's file, "" for formats that have none.
func Header(format string, table int) string { return header(format, &tables[table]) }

func (w *Writer) encode(text string) string { return encodeText(w.ndjson, text) }

// Add appends the rows of a hand to the wanted tables. to has one buffer per table.
func (w *Writer) Add(to [][]byte, p *Played) {
	for i := range w.out {
		w.out[i].b = to[i]
	}
	g := w.textsOf(p.Hand.Plan().Game)
	if w.worth = nil; w.valuer != nil && (w.wanted[Seats] || w.wanted[Equities]) {
		w.worth = w.valuer.all(p)
	}
	if w.wanted[Hands] || w.wanted[Seats] {
		t := p.terms()
		w.seated = p.track(w.seated, &t)
		if w.wanted[Hands] {
			w.hand(p, g, &t)
		}
		if w.wanted[Seats] {
			w.seats(p, g, &t)
		}
	}
	if w.wanted[Decisions] {
		w.decisions(p, g)
	}
	if w.wanted[Events] {
		w.rulings(p)
		w.claims(p)
	}
	if w.wanted[Pots] {
		w.pots(p)
	}
	if w.wanted[Equities] && w.worth != nil {
		w.equities(p)
	}
	for i := range w.out {
		to[i] = w.out[i].b
		w.out[i].b = nil
	}
}

// Loose holds the rows of a hand whose number is not known yet.
type Loose struct {
	tables [Count][]byte
	starts [Count][]int
}

// Loose returns the rows of a hand without its number.
func (w *Writer) Loose(p *Played) *Loose {
	p.Number = 0
	l := &Loose{}
	w.Add(l.tables[:], p)
	for i := range w.out {
		l.starts[i], w.out[i].starts = w.out[i].starts, nil
	}
	return l
}

// Put appends the rows of l to the tables, with the given hand number.
func (w *Writer) Put(to [][]byte, l *Loose, number int64) {
	for i, starts := range l.starts {
		b := to[i]
		for k, from := range starts {
			end := len(l.tables[i])
			if k+1 < len(starts) {
				end = starts[k+1]
			}
			b = appendInt(append(b, w.out[i].heads[0]...), number)
			b = append(b, l.tables[i][from:end]...)
		}
		to[i] = b
	}
}

func (w *Writer) textsOf(game *plan.Game) *gameTexts {
	if g, ok := w.games[game]; ok {
		return g
	}
	if len(w.games) > mostKept { // a record may name options of its own
		clear(w.games)
	}
	g := &gameTexts{id: w.encode(game.ID)}
	g.before = w.out[Decisions].joined(stepColumn, "0", w.encode(scriptName(game.Pos.File)), strconv.Itoa(int(game.Pos.Line)), w.encode(speech.StreetAt(game, 0)))
	for at := range game.Steps {
		street := w.encode(speech.StreetAt(game, at))
		g.streets = append(g.streets, street)
		st := &game.Steps[at]
		if st.Bets() && g.begins == 0 {
			g.begins = at
		}
		g.steps = append(g.steps, w.out[Decisions].joined(stepColumn,
			strconv.Itoa(at+1), w.encode(scriptName(st.Pos.File)), strconv.Itoa(int(st.Pos.Line)), street))
	}
	w.games[game] = g
	return g
}

// mostKept is the largest number of cached texts of each kind.
const mostKept = 10_000

// cached returns a text that is likely to come again as a cell.
func (w *Writer) cached(text string) string {
	cell, ok := w.texts[text]
	if !ok {
		if len(w.texts) > mostKept {
			clear(w.texts)
		}
		cell = w.encode(text)
		w.texts[strings.Clone(text)] = cell
	}
	return cell
}

// textIf writes a text that is likely to come again, nothing if there is none.
func (w *Writer) textIf(e *encoder, text string) {
	if text == "" {
		e.none(1)
	} else {
		e.encoded(w.cached(text))
	}
}

// scriptName returns the path of a script in the repository: "@scripts//HOUSE/holdem.star" becomes
// scripts/HOUSE/holdem.star. A spreadsheet takes a text that begins with @ for a formula.
func scriptName(file string) string {
	if own, ok := strings.CutPrefix(file, "@"); ok {
		return strings.Replace(own, "//", "/", 1)
	}
	return file
}

func (w *Writer) hand(p *Played, g *gameTexts, t *terms) {
	e, h := &w.out[Hands], p.Hand
	e.key(p.Number)
	if p.File == "" {
		e.none(2)
		e.seed(p.Setup.Seed)
	} else {
		e.encoded(w.cached(p.File))
		e.int(p.FileHand)
		e.none(1)
	}
	e.encoded(g.id)
	e.encoded(w.stakesCell(&h.Plan().Stakes, t))
	e.int(int64(h.Seats() - p.Setup.Absent.Len()))
	e.int(int64(h.Button() + 1))
	e.cards(h.Board())
	e.cards(h.OutOfPlay().Cards())
	res, scale := h.Result(), h.Plan().Stakes.Scale
	e.int(int64(len(hand.Began(p.Log.Events))))
	e.int(int64(len(p.Log.Decided)))
	e.bool(res.Showdown)
	e.bool(res.Split)
	e.int(int64(res.Pots.N))
	e.chips(h.PutIn(), scale)
	e.chips(h.PaidOut(), scale)
	e.chips(h.House(), scale)
	e.chips(h.Left(), scale)
	e.bool(!p.Wrong)
	rec := p.Record
	if rec == nil {
		rec = &unrecorded
	}
	w.textIf(e, cmp.Or(rec.Venue, rec.Format))
	e.textIf(rec.HandID.String())
	e.chipsIf(amountOf(rec, history.KeyAdded), scale)
	e.times(rec)
	w.textIf(e, rec.Currency)
	w.textIf(e, rec.Event)
	if rec.Level > 0 {
		e.int(rec.Level)
	} else {
		e.none(1)
	}
	w.textIf(e, rec.TableID.String())
	w.textIf(e, h.Plan().Stakes.Structure.String())
	e.chipsIf(t.small, scale)
	e.chipsIf(t.big, scale)
	e.chipsIf(t.ante, scale)
	e.int(t.straddles)
	e.chipsIf(t.straddle, scale)
	e.chips(t.unit, scale)
	fee := amountOf(rec, history.KeyJackpotFee)
	e.chips(t.rake-fee, scale)
	e.chipsIf(fee, scale)
	saw := 0
	for i := range w.seated {
		if w.seated[i].Flop {
			saw++
		}
	}
	e.int(int64(saw))
	if t.hero >= 0 {
		e.int(int64(t.hero + 1))
	} else {
		e.none(1)
	}
	e.end()
}

func (w *Writer) seats(p *Played, g *gameTexts, t *terms) {
	e, h := &w.out[Seats], p.Hand
	var sides *history.Sides
	if p.Record != nil {
		sides = p.Record.Sides()
	}
	all := (betting.Bit(h.Seats()) - 1) &^ p.Setup.Absent
	shown, in := betting.Set(0), all
	for i := range p.Log.Events {
		ev := &p.Log.Events[i]
		in = ev.InAfter(in, all)
		switch f := ev.Kind.Facts(); {
		case f.Shows && f.AtShowdown:
			shown |= betting.Bit(int(ev.Seat))
			w.shown[ev.Seat] = w.made(h.Plan().Game, ev)
		case f.NewDeal:
			shown = 0
		}
	}
	scale, n := h.Plan().Stakes.Scale, h.Seats()
	for k := range n {
		if p.Setup.Absent.Has(k) {
			continue
		}
		e.key(p.Number)
		e.int(int64(k + 1))
		at := k
		if p.TableSeats != nil {
			at = int(p.TableSeats[k])
		}
		e.int(int64(at + 1))
		w.textIf(e, p.player(k))
		e.int(position(h, k))
		e.chips(h.StartingStack(k), scale)
		e.chips(h.Received(k)-h.Net(k), scale)
		e.chips(h.Received(k), scale)
		e.chips(h.Net(k), scale)
		e.bool(!in.Has(k))
		e.bool(shown.Has(k))
		e.cards(h.Hole(k))
		if shown.Has(k) && w.shown[k] != "" {
			e.encoded(w.shown[k])
		} else {
			e.none(1)
		}
		w.beside(sides, "cash_out", k)
		result, units := h.Net(k), scale
		if s := sides; s != nil && max(result, -result) < 1<<57/(s.Scale/scale) {
			result, units = result*(s.Scale/scale)+s.Result[k], s.Scale
		}
		e.chips(result, units)
		if sides == nil {
			e.none(len(afterResult))
		} else {
			for _, column := range afterResult {
				w.beside(sides, column, k)
			}
		}
		seat := &w.seated[k]
		e.encoded(w.cached(seat.Position))
		e.hundredths(h.StartingStack(k), t.unit)
		e.bool(k == t.hero)
		e.bool(seat.Flop)
		e.bool(seat.Showdown)
		for _, step := range []int16{seat.Fold, seat.AllIn} {
			if step == Never {
				e.none(1)
			} else {
				e.encoded(g.streets[max(int(step), g.begins)]) // what is put in before the betting begins belongs to its first round
			}
		}
		if w.valuer == nil {
			e.none(2)
		} else {
			ev, err, by := p.expected(w.worth, sides, k)
			e.chips(int64(math.Round(ev)), by)
			e.chipsIf(int64(math.Round(err)), by)
		}
		e.end()
	}
}

// unrecorded is the record of a hand that was played.
var unrecorded = history.Hand{Scale: 1}

// afterResult are the columns of a seat after the result that are amounts outside the pot.
var afterResult = []string{"cash_out_fee", "insurance", "bounty", "jackpot", "prize", "place"}

// beside writes the amount outside the pot of a column.
func (w *Writer) beside(s *history.Sides, column string, seat int) {
	k := -1
	if s != nil {
		k = slices.IndexFunc(history.SideKinds, func(kind history.SideKind) bool { return kind.Column == column })
	}
	if k < 0 || s.By[k] == nil {
		w.out[Seats].none(1)
		return
	}
	w.out[Seats].chipsIf(s.By[k][seat], s.Scale)
}

// position returns the number of seats after the button.
func position(h *hand.Hand, seat int) int64 {
	n := h.Seats()
	return int64((seat - h.Button() + n) % n)
}

// made returns the class of a shown hand as a cell, "" if there is none.
func (w *Writer) made(g *plan.Game, e *hand.Event) string {
	show := g.Steps[e.Step].Show
	if show == nil || e.Strength == 0 || len(show.Parts) == 0 || show.Parts[0].Ranking == nil {
		return ""
	}
	r := show.Parts[0].Ranking
	classes, ok := w.ranks[r]
	if !ok {
		for _, c := range r.Classes() {
			classes = append(classes, classText{c.Worst, w.encode(c.Name)})
		}
		w.ranks[r] = classes
	}
	for i := range classes { // the best first
		if e.Strength >= classes[i].worst {
			return classes[i].text
		}
	}
	return ""
}

// stepColumn is the first of the decision columns that depend only on the step.
const stepColumn = 4

func (w *Writer) decisions(p *Played, g *gameTexts) {
	e, h := &w.out[Decisions], p.Hand
	game, scale := h.Plan().Game, h.Plan().Stakes.Scale
	for i := range p.Log.Decided {
		d := &p.Log.Decided[i]
		e.key(p.Number)
		e.int(int64(i + 1))
		e.int(int64(d.Action.Seat) + 1)
		e.int(position(h, int(d.Action.Seat)))
		step := g.before
		if d.Step >= 0 {
			step = g.steps[d.Step]
		}
		e.b = append(e.b, step...)
		e.next += 4
		e.int(int64(d.Live))
		e.chips(d.Pot, scale)
		e.chips(d.Price, scale)
		e.chips(d.Stack, scale)
		e.encoded(w.action(game, d))
		amount, total, allIn := chipsOf(p.Log.Events, d)
		e.chips(amount, scale)
		e.chipsIf(total, scale)
		e.bool(allIn)
		if d.Action.N > 0 {
			e.cards(d.Action.List())
		} else {
			e.none(1)
		}
		e.end()
	}
}

// action returns the name of a decision as a cell.
func (w *Writer) action(g *plan.Game, d *hand.Decided) string {
	kind := d.Action.Kind
	if kind <= hand.RaiseTo && !d.Completes {
		if kind == hand.RaiseTo && d.Opens {
			return w.bet
		}
		return w.common[kind]
	}
	key := nameKey{g, d.Step, kind, d.Offer, d.Action.N == 0, d.Completes}
	name, ok := w.names[key]
	if !ok {
		if len(w.names) > mostKept {
			clear(w.names)
		}
		name = w.encode(d.Name(g))
		w.names[key] = name
	}
	return name
}

// chipsOf returns the chips that a decision put in, the resulting bet of the round, and whether the
// player is all in, as recorded by the event of the decision.
func chipsOf(events []hand.Event, d *hand.Decided) (amount, total int64, allIn bool) {
	if d.Action.Kind <= hand.Check || d.Before >= len(events) {
		return 0, 0, false
	}
	e := &events[d.Before]
	if e.Seat != d.Action.Seat {
		return 0, 0, false
	}
	switch e.Kind.Facts().Pays {
	case hand.PaysBet:
		return e.Amount, e.To, e.AllIn
	case hand.PaysStake:
		return e.Amount, 0, e.AllIn
	}
	return 0, 0, false
}

// pots writes the pots of a hand, none against a bank or if all chips went back.
func (w *Writer) pots(p *Played) {
	var list betting.List
	var won [betting.Max]int64
	var winners [betting.Max]betting.Set
	some := false
	for i := range p.Log.Events {
		e := &p.Log.Events[i]
		switch f := e.Kind.Facts(); {
		case f.TakesBack:
			won, winners, some = [betting.Max]int64{}, [betting.Max]betting.Set{}, false
		case f.Pays.Wins():
			pot := max(0, int(e.Pot))
			won[pot] += e.Amount
			winners[pot] |= betting.Bit(int(e.Seat))
			some = true
		}
	}
	if !some {
		return
	}
	p.Hand.Pots(&list)
	e, scale := &w.out[Pots], p.Hand.Plan().Stakes.Scale
	for i := range list.N {
		e.key(p.Number)
		e.int(int64(i + 1))
		if i == 0 {
			e.encoded(w.cached("main"))
		} else {
			e.encoded(w.cached("side"))
		}
		e.chips(list.Pot[i].Amount, scale)
		e.chips(won[i], scale)
		e.set(list.Pot[i].Eligible)
		e.set(winners[i])
		e.end()
	}
}

// equities writes what an all-in hand was worth.
func (w *Writer) equities(p *Played) {
	e, scale := &w.out[Equities], p.Hand.Plan().Stakes.Scale
	for _, s := range w.worth.shares {
		e.key(p.Number)
		e.int(int64(s.pot + 1))
		e.int(int64(s.seat + 1))
		e.chips(s.size, scale)
		e.chips(int64(math.Round(s.part*1e6)), 1e6)
		e.int(int64(w.worth.toCome))
		e.bool(w.worth.exact)
		e.end()
	}
}

// rulings writes the irregularities of a hand.
func (w *Writer) rulings(p *Played) {
	notes := p.Hand.Notes()
	if len(notes) == 0 {
		return
	}
	e := &w.out[Events]
	for i := range notes {
		n := &notes[i]
		e.key(p.Number)
		e.int(int64(i + 1))
		e.text("ruling")
		e.text(n.Incident.Kind.String())
		e.seat(n.Incident.Seat(), p.player(n.Incident.Seat()))
		e.text(n.Ruling.Level.String())
		e.text(cmp.Or(n.Judged.Why, opening(n.Ruling.Doc)))
		e.text(scriptName(n.Ruling.Pos.File))
		e.int(int64(n.Ruling.Pos.Line))
		e.text(n.Incident.Text(plan.Names{Scale: p.Hand.Plan().Stakes.Scale}))
		e.end()
	}
}

// opening returns the first paragraph of a script function's doc string, on one line.
func opening(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// claims writes the claims that the game's rules limited before the pots were paid.
func (w *Writer) claims(p *Played) {
	b := p.Hand.Plan()
	if b.Game.Award == nil {
		return
	}
	e, number, why := &w.out[Events], len(p.Hand.Notes()), ""
	if d, ok := b.Game.Award.(plan.Documented); ok {
		why = opening(d.Doc())
	}
	for i := range p.Log.Events {
		v := &p.Log.Events[i]
		f := v.Kind.Facts()
		if !f.Claims {
			continue
		}
		number++
		e.key(p.Number)
		e.int(int64(number))
		e.text("claim")
		text := "bets since " + b.Game.Steps[v.Step].Name // the round from which the claim is limited
		if f.Pays == hand.NoPay {
			e.text("limited")
		} else {
			e.text("void")
			text = strconv.FormatInt(v.Amount, 10) + " of the " + text
		}
		e.seat(int(v.Seat), p.player(int(v.Seat)))
		e.text("game")
		e.text(why)
		at := b.Game.From.Award.Pos
		e.text(scriptName(at.File))
		e.int(int64(at.Line))
		e.text(text)
		e.end()
	}
}

// TableEvent appends an event of the table: hand is the number of the hand after it, seat is the
// seat at the table, from 0, -1 for none, and player is "" for none.
func (w *Writer) TableEvent(to [][]byte, hand int64, kind string, seat int, player, text string) {
	if !w.wanted[Events] {
		return
	}
	e := &w.out[Events]
	e.b = to[Events]
	e.int(hand)
	e.int(0)
	e.text("table")
	e.text(kind)
	if seat < 0 {
		e.none(1)
		e.textIf(player)
	} else {
		e.seat(seat, player)
	}
	e.none(4)
	e.text(text)
	e.end()
	to[Events], e.b = e.b, nil
}
