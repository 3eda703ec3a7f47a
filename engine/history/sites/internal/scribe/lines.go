package scribe

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/history"
)

// Layout is a line-based format: the words in which it differs from others. [Lines] parses what all such formats share: seats, hole cards,
// streets and boards, uncalled bets, the summary. Lines that move neither chips nor cards are skipped.
type Layout struct {
	Name   string
	Mark   string                 // appears in every header
	Is     func(line []byte) bool // whether a line is the header of a hand
	Header func(l *Lines, line []byte) error
	After  string // between a name and the player's action: ": " or " "
	Me     string // after the name of the player whose file it is
	Deeds  []Deed // actions of players, tried before the words that formats share; the first match counts
	Events []Deed // follow a name and a space, where After is something else
	// Tongues: cards may be named in languages other than English.
	Tongues bool
	// Unposted: hands may omit who posts the blinds of the header, or that a player who comes in posts.
	Unposted bool
	// Summary: hands end with a summary.
	Summary bool
	// Line parses a line that belongs to no player, before the words that formats share; nil, and false as a result, leave it to them.
	Line func(l *Lines, line []byte) (told bool, err error)
	// Other parses a player's line that matches none of Deeds; nil skips it.
	Other func(l *Lines, a *Act) error

	deeds, events *[256][]Deed // by the first byte
}

// Deed is a player's action as a line describes it.
type Deed struct {
	Words string // beginning of the line after the name
	With  string // must appear in the rest, "" for anything
	// Chips records the amount after the words; Do parses the rest itself.
	Chips Puts
	Do    func(l *Lines, a *Act) error
}

// Puts is a function that records an action with an amount in a [Scribe].
type Puts = func(s *Scribe, i int, amount int64, at history.Pos)

// Act is a player's line.
type Act struct {
	Seat int
	Deed []byte // the text after the name
	Rest []byte // the text after the words of the deed
	At   history.Pos
}

// Format returns the format of the layout.
func (f *Layout) Format() history.Format {
	f.deeds, f.events = byFirst(slices.Concat(f.Deeds, common)), byFirst(f.Events)
	return history.Format{Name: f.Name, Is: f.begins, New: func() history.Parser { return f.Parser() }, Holds: f.holds}
}

// Parser returns a parser for one file of the layout, after [Layout.Format].
func (f *Layout) Parser() *Lines { return &Lines{f: f} }

func byFirst(deeds []Deed) *[256][]Deed {
	out := &[256][]Deed{}
	for _, d := range deeds {
		out[d.Words[0]] = append(out[d.Words[0]], d)
	}
	return out
}

// holds reports whether a text contains a hand.
func (f *Layout) holds(text []byte) bool {
	for line := range bytes.Lines(text) {
		if f.Is(Trim(line)) {
			return true
		}
	}
	return false
}

// begins reports whether a file has the format. A few lines may come before the first header.
func (f *Layout) begins(start []byte) bool {
	n := 0
	for line := range bytes.Lines(start) {
		if line = Trim(line); len(line) == 0 {
			continue
		}
		if f.Is(line) {
			return true
		}
		if n++; n > 10 {
			break
		}
	}
	return false
}

type part uint8

const (
	inSeats part = iota
	inPlay
	inSummary
)

// Lines parses the hands of a line-based format.
type Lines struct {
	Text
	f    *Layout
	part part
	act  Act

	how      reading
	reraised bool        // a player raised who had already wagered on the street
	joined   [][]byte    // players who joined the table
	strange  history.Pos // where a player without a seat acts, 0 for nowhere
	parts    int         // of the line, parsed as lines of their own
	next     func(l *Lines, line []byte) error
	won      [betting.Max]summed // according to the summary
	stated   []byte              // the line of the pot
	totaled  bool                // there is one
}

// reading is how the amounts of a file are meant.
type reading struct {
	putIn  bool     // raises give the chips put in, not the size of the whole bet
	inFull bool     // calls of less than the bet count as calls of the full bet
	late   bool     // players who act as if having posted a big blind have posted it
	blinds []string // players of whom the two nearest to the button post the blinds, which the file omits
}

// Playing reports whether the blinds are over and the cards dealt.
func (l *Lines) Playing() bool { return l.part != inSeats }

// Deal marks the blinds as over and the cards as dealt, for files without a heading for it.
func (l *Lines) Deal() {
	if l.part == inSeats {
		l.part = inPlay
		l.early()
	}
}

// Again parses a part of a line as a separate line.
func (l *Lines) Again(part []byte) error {
	if l.parts++; l.parts > maxParts {
		return l.Line(l.Here(), part)
	}
	return l.read(part)
}

// maxParts is the largest number of lines that one line can be in place of: each takes up the stack, and reads the rest.
const maxParts = 32

// Next lets a function of the format parse the next line.
func (l *Lines) Next(read func(l *Lines, line []byte) error) { l.next = read }

// Length finds the header of the next hand.
func (l *Lines) Length(text []byte, last bool) int {
	from := 0
	for from < len(text) && (text[from] == '\n' || text[from] == '\r' || text[from] == ' ' || text[from] >= 0x80) {
		from++
	}
	if end := bytes.IndexByte(text[from:], '\n'); end >= 0 {
		from += end
	} else if last {
		return len(text)
	} else {
		return 0
	}
	for {
		i := bytes.Index(text[from:], []byte(l.f.Mark))
		if i < 0 {
			break
		}
		i += from
		start := bytes.LastIndexByte(text[:i], '\n') + 1
		end := bytes.IndexByte(text[i:], '\n')
		if end < 0 && !last {
			return 0
		}
		if end < 0 {
			end = len(text) - i
		}
		if start > 0 && l.f.Is(Trim(text[start:i+end])) {
			return start
		}
		from = i + end
	}
	if last {
		return len(text)
	}
	return 0
}

// Read parses one hand. If the amounts do not add up, but would if each raise gave the amount put in instead of the size of the whole bet,
// they are read that way: some sites and programs write both the same.
func (l *Lines) Read(h *history.Hand, text []byte) error {
	err := l.hand(h, text, reading{})
	var bad *diag.Error
	if !errors.As(err, &bad) {
		return err
	}
	if bad.Code == history.CodePot && l.readOtherwise(h, text) {
		return nil
	}
	if l.strange > 0 {
		return l.Fail(l.strange, history.CodeWho, "somebody acts who is not in the list of seats", "")
	}
	return err
}

// readOtherwise parses a hand whose amounts do not add up under each other reading that they allow. If they add up under none, the hand is as at
// first.
func (l *Lines) readOtherwise(h *history.Hand, text []byte) bool {
	unposted := l.f.Unposted && l.smallSeat < 0 && l.bigSeat < 0 && l.headerBlind() > 0 && l.Game.Kind != Stud
	// the players that the hand mentions
	var names []string
	for i := range l.n {
		if p := &l.seats[i]; p.in {
			names = append(names, p.name)
		}
	}
	for _, other := range []struct {
		may  bool
		how  reading
		note string
	}{
		{unposted, reading{blinds: names}, ""},
		{l.f.Unposted && l.unposted, reading{late: true}, ""},
		{l.reraised && l.rake >= 0, reading{putIn: true}, "each raise is taken to name the chips put in, not the total bet"},
		{l.Short && l.rake >= 0, reading{inFull: true}, "calls smaller than the bet count as full calls"},
	} {
		if !other.may {
			continue
		}
		h.Again()
		err := l.hand(h, text, other.how)
		switch {
		case err != nil:
			h.Again()
			_ = l.hand(h, text, reading{}) // the error that is known
			continue
		case other.how.inFull && l.wrong != "":
			h.Contradiction = l.Fail(l.wrongAt, history.CodePot, l.wrong+": the pot has the whole call", "")
		case other.note != "":
			h.Infer(0, other.note)
		}
		return true
	}
	return false
}

// postBlinds posts the blinds of the header, which the file omits, for the players to the left of the button.
func (l *Lines) postBlinds() {
	var order []int
	for _, name := range l.how.blinds {
		order = append(order, l.Named([]byte(name)))
	}
	slices.SortFunc(order, func(a, b int) int { return int(l.behind(a) - l.behind(b)) })
	if len(order) == 2 {
		slices.Reverse(order)
	}
	if len(order) < 2 {
		return
	}
	small, big := order[0], order[1]
	l.Small(small, min(l.small, l.seats[small].left()), l.Here())
	l.Big(big, min(l.big, l.seats[big].left()), l.Here())
	l.h.Infer(l.Here(), fmt.Sprintf("the blinds of %s and %s, which the file does not tell", l.name(small), l.name(big)))
}

// behind returns how far to the left of the button a seat is.
func (l *Lines) behind(i int) int64 {
	const most = 1000
	return (l.seats[i].number - max(0, l.Button) - 1 + most) % most
}

// hand parses one hand.
func (l *Lines) hand(h *history.Hand, text []byte, how reading) error {
	l.part, l.next, l.totaled = inSeats, nil, false
	clear(l.won[:])
	l.Begin(h)
	l.how, l.inFull, l.late, l.reraised = how, how.inFull, how.late, false
	l.joined, l.strange = l.joined[:0], 0
	if l.f.Tongues {
		l.tongue = speaks(text)
	}
	begun := false
	err := l.each(text, func(line []byte) error {
		switch {
		case begun:
			l.parts = 0
			return l.read(line)
		case l.f.Is(line):
			begun = true
			err := l.f.Header(l, line)
			if l.Tournament {
				l.Hand().Level = Level(line)
			}
			return err
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case !begun:
		return history.ErrNoHand
	}
	untold := !l.collects()
	for i, sum := range l.won[:l.n] { // what a hand that was sold wins is in the summary only
		if p := &l.seats[i]; sum.amount > 0 && (untold || p.sold && p.won == 0) {
			l.Collect(i, sum.amount, -1, sum.at)
		}
	}
	if !l.collects() && l.part != inSummary {
		return l.Fail(l.Here(), history.CodeBroken, "the hand breaks off: nobody has collected anything", "")
	}
	l.Cut = l.f.Summary && !l.totaled
	if err := l.Finish(); err != nil {
		return err
	}
	l.sumsUp()
	return nil
}

// sumsUp compares what players collect with the summary, which may have an uncalled bet in it, and names amounts of tournaments in whole chips.
func (l *Lines) sumsUp() {
	if l.runs > 1 { // where some sites sum up one board
		return
	}
	for i, sum := range l.won[:l.n] {
		p := &l.seats[i]
		off := p.won - sum.amount
		if sum.amount == 0 || p.won == 0 || p.sold || off == -p.back || l.near(p.won, sum.amount) {
			continue
		}
		if l.h.Contradiction == nil {
			l.h.Contradiction = l.Fail(sum.at, history.CodePot, fmt.Sprintf("the summary says that %s wins %s, and %s collects %s", p.name, text(sum.amount), p.name, text(p.won)), "")
		}
	}
}

// summed is what a player wins according to the summary.
type summed struct {
	amount int64
	at     history.Pos
}

// read parses a line after the header.
func (l *Lines) read(line []byte) error {
	switch {
	case l.next != nil:
		read := l.next
		l.next = nil
		return read(l, line)
	case Has(line, "**") && !l.named(line):
		return l.section(line)
	case l.part == inSummary:
		return l.summary(line)
	}
	for most := len(line); ; {
		i, n := l.find(line, most)
		if i < 0 {
			break
		}
		if told, err := l.player(i, line[n:]); told || err != nil {
			return err
		}
		most = n - 1
	}
	if l.space && l.f.After == " " { // of a player whose name is blank
		if i := l.Named(nil); i >= 0 {
			if told, err := l.player(i, append([]byte(" "), line...)); told || err != nil {
				return err
			}
		}
	}
	if l.f.Line != nil {
		if told, err := l.f.Line(l, line); told || err != nil {
			return err
		}
	}
	if told, err := l.comer(line); told || err != nil {
		return err
	}
	switch {
	case (Has(line, "Seat ") || Has(line, "seat")) && l.part == inSeats:
		return l.seat(line)
	case Has(line, "Table"):
		l.table(line)
	case Has(line, "The button is in seat #"):
		number, _ := Number(line[len("The button is in seat #"):])
		l.Button = number
	case Has(line, "Dealt to "):
		return l.dealt(line[len("Dealt to "):])
	case Has(line, "Uncalled bet "):
		return l.uncalled(line)
	case Has(line, "Hand ") && (bytes.Contains(line, []byte("cancelled")) || bytes.Contains(line, []byte("canceled"))):
		return l.Fail(l.Here(), history.CodeBroken, "the hand was cancelled", "")
	case l.collectedBy(line):
		return l.Fail(l.Here(), history.CodeWho, "somebody collects who is not in the list of seats", "")
	case l.strange == 0 && l.acts(line):
		l.strange = l.Here()
	case Has(line, "Total pot ") && l.part == inPlay: // of BetOnline: a side pot, whose winner the file does not name
		if amount, err := l.AmountIn(line[len("Total pot "):]); err == nil {
			l.sum(&l.apart, amount)
		}
	case Has(line, "Cash Drop"), Has(line, "Splash"), Has(line, "STP added"), Has(line, "Hold-up to Pot"):
		if amount, ok := l.LastAmount(line); ok {
			l.Added(amount)
		}
	}
	return nil
}

// comer parses lines about players who join the table before the cards, and their first action.
func (l *Lines) comer(line []byte) (told bool, err error) {
	name, joins := bytes.CutSuffix(line, []byte(" has joined the table."))
	switch {
	case joins && l.part == inSeats:
		if len(l.joined) == maxPosts {
			return true, l.Fail(l.Here(), history.CodePlayers, fmt.Sprintf("more than %d players join in a hand", maxPosts), "")
		}
		l.joined = append(l.joined, name)
		return true, nil
	case l.joins(line):
		i, err := l.Join(l.joined[len(l.joined)-1], l.Here())
		if err != nil {
			return true, err
		}
		if l.part == inPlay {
			l.postsLate(i, l.Here())
		}
		return true, l.read(line)
	case l.stranger(line):
		return true, l.Fail(l.Here(), history.CodeWho, "somebody posts who is not in the list of seats",
			"whoever joins during the hand has no seat and no stack in the file")
	}
	return false, nil
}

// joins reports whether a player posts a blind, or acts, who joined the table in this hand; that player is then the last of joined.
func (l *Lines) joins(line []byte) bool {
	deeds := []string{"posts "}
	if l.part == inPlay && l.f.Unposted {
		deeds = []string{"checks", "calls", "bets", "raises"}
	}
	for i, name := range l.joined {
		rest, ok := Cut(line, string(name))
		if ok && slices.ContainsFunc(deeds, func(deed string) bool { return Has(rest, l.f.After+deed) }) {
			last := len(l.joined) - 1
			l.joined[i], l.joined[last] = l.joined[last], l.joined[i]
			return true
		}
	}
	return false
}

// acts reports whether a player without a seat puts in chips on the line.
func (l *Lines) acts(line []byte) bool {
	if l.part != inPlay || bytes.Contains(line, []byte(" said")) {
		return false
	}
	for _, deed := range []string{"calls", "bets", "raises"} {
		if _, amount, ok := bytes.Cut(line, []byte(l.f.After+deed)); ok {
			if _, n := l.Amount(skip(amount, " [(")); n > 0 {
				return true
			}
		}
	}
	return false
}

// collectedBy reports whether a line gives a part of the pot, or an uncalled bet, to somebody without a seat.
func (l *Lines) collectedBy(line []byte) bool {
	if l.part != inPlay || bytes.Contains(line, []byte(" said")) || bytes.Contains(line, []byte("ackpot")) {
		return false
	}
	for _, words := range []string{" collected ", " wins ", " ties ", " : Hand result", " : Hand Result", " : Return uncalled portion of bet ", " : Return uncalled blind "} {
		_, rest, ok := bytes.Cut(line, []byte(words))
		if _, n := l.Amount(skip(rest, " ([")); ok && (n > 0 && words != " wins " || bytes.Contains(rest, []byte("pot"))) {
			return true
		}
	}
	return false
}

// stranger reports whether a player without a seat posts.
func (l *Lines) stranger(line []byte) bool {
	if l.part != inSeats {
		return false
	}
	who, what, ok := bytes.Cut(line, []byte(l.f.After+"posts "))
	return ok && bytes.Contains(what, []byte("blind")) && !bytes.Contains(who, []byte(" said"))
}

// named reports whether a line describes a player's action: names may contain asterisks.
func (l *Lines) named(line []byte) bool {
	i, n := l.Find(line)
	return i >= 0 && l.f.After != " " && Has(line[n:], l.f.After)
}

// seat parses "Seat 1: name (1500 in chips, $2 bounty) is sitting out" and "Seat 1 is the button".
// The stack is the last amount at the beginning of a bracket.
func (l *Lines) seat(line []byte) error {
	if i := bytes.Index(line, []byte(") - ")); i > 0 { // added by programs
		if open := bytes.LastIndexByte(line[:i], '('); open > 0 {
			if _, n := l.Amount(skip(line[open+1:i], " ")); n > 0 {
				line = line[:i+1]
			}
		}
	}
	rest := skip(line[len("seat"):], " ")
	number, n := Number(rest)
	rest = rest[n:]
	if n > 0 && (Has(rest, " is the button") || Has(rest, ": is the button")) {
		l.Button = number
		return nil
	}
	rest, ok := Cut(rest, ": ")
	if n == 0 || !ok {
		return l.Line(l.Here(), line)
	}
	if bytes.HasSuffix(rest, []byte(" ()")) { // a player who has no chips yet
		_, err := l.Seat(number, bytes.TrimRight(rest[:len(rest)-2], " "), 0, true, l.Here())
		return err
	}
	for end := len(rest); ; {
		open := bytes.LastIndexByte(rest[:end], '(')
		if open < 1 {
			return l.Fail(l.Pos(rest), history.CodeMoney, "the stack is not there", "")
		}
		if stack, k := l.Amount(skip(rest[open+1:end], " ")); k > 0 {
			after := rest[open:]
			me := false
			if l.f.Me != "" {
				name := bytes.TrimRight(rest[:open], " ")
				me, open = bytes.HasSuffix(name, []byte(l.f.Me)), len(bytes.TrimSuffix(name, []byte(l.f.Me)))
			}
			away := bytes.Contains(after, []byte("sitting out")) || bytes.Contains(after, []byte("out of hand"))
			i, err := l.Seat(number, bytes.TrimRight(rest[:open], " "), stack, away, l.Here())
			if err == nil && me {
				l.Hero(i)
			}
			return err
		}
		end = open
	}
}

// table parses "Table 'Name' 6-max (Play Money) Seat #3 is the button".
func (l *Lines) table(line []byte) {
	if i := bytes.LastIndex(line, []byte("Seat ")); i >= 0 {
		if number, n := Number(bytes.TrimPrefix(line[i+len("Seat "):], []byte("#"))); n > 0 {
			l.Button = number
		}
	}
	if i := bytes.Index(line, []byte("-max")); i > 0 && l.h.SeatCount == 0 {
		from := i
		for from > 0 && line[from-1]-'0' <= 9 {
			from--
		}
		l.h.SeatCount, _ = Number(line[from:i])
	}
	if l.h.TableID.Kind != history.IDNone {
		return
	}
	_, name, _ := bytes.Cut(line, []byte(" "))
	if open := bytes.IndexByte(line, '\''); open >= 0 {
		if end := bytes.LastIndexByte(line, '\''); end > open {
			name = line[open+1 : end]
		}
	}
	if string(name) != history.NoTable {
		l.h.TableID = history.TextID(l.Word(name))
	}
}

// dealt parses "name [Ah Kd] [7c]"; the cards in the last brackets are new.
func (l *Lines) dealt(rest []byte) error {
	i, n := l.Find(rest)
	if i < 0 {
		return l.noName(l.Pos(rest))
	}
	cs, at, err := l.LastBracket(rest[n:])
	if err != nil || len(cs) == 0 { // some sites list every player who is dealt cards
		return err
	}
	l.part = inPlay
	if l.Game.Kind != Stud || l.streets() == 1 && (len(cs) > 1 || bytes.Count(rest[n:], []byte("[")) == 2) { // of others the up cards
		l.Hero(i)
	}
	if l.Game.Kind == Stud && l.streets() == 1 && bytes.Count(rest[n:], []byte("[")) == 2 {
		last := slices.Clone(cs) // the down cards have separate brackets
		if cs, at, err = l.Bracket(rest[n:]); err != nil {
			return err
		}
		cs = append(cs, last...)
	}
	l.Given(i, cs, at)
	return nil
}

// uncalled parses "Uncalled bet ($2) returned to name".
func (l *Lines) uncalled(line []byte) error {
	amount, name, ok := bytes.Cut(line, []byte(" returned to "))
	if !ok {
		return l.Line(l.Here(), line)
	}
	units, err := l.firstAmount(amount)
	if err != nil {
		return err
	}
	return l.Returned(name, units)
}

// Returned records an uncalled bet that is returned to the player of a name, a part of the line.
func (l *Lines) Returned(name []byte, amount int64) error {
	i := l.Named(name)
	if i < 0 {
		return l.noName(l.Pos(name))
	}
	l.Back(i, amount, l.Here())
	return nil
}

// Parts of a hand that headings begin.
const (
	play = iota + 1
	third
	street
	summary
)

// sections are the relevant headings.
var sections = map[string]uint8{
	"HOLE CARDS": play, "DEALING HANDS": play, "POCKET CARDS": play, "PRE-FLOP": play, "PREFLOP": play, "down cards": play,
	"3rd STREET": third, "3RD STREET": third, "THIRD STREET": third, "Dealing": third,
	"FLOP": street, "flop": street, "Flop": street, "TURN": street, "turn": street, "Turn": street,
	"RIVER": street, "river": street, "River": street, "4th STREET": street, "4TH STREET": street,
	"Fourth street": street, "Fifth street": street, "Sixth street": street, "5th STREET": street, "5TH STREET": street, "6th STREET": street, "6TH STREET": street, "7th STREET": street, "7TH STREET": street,
	"DRAW": street, "FIRST DRAW": street, "SECOND DRAW": street, "THIRD DRAW": street,
	"FIRST-BET": play, "FIRST-DRAW": street, "SECOND-DRAW": street, "THIRD-DRAW": street,
	"THIRD": third, "FOURTH": street, "FIFTH": street, "SIXTH": street, "SEVENTH": street,
	"SUMMARY": summary,
}

// section parses "*** FLOP *** [Ah Kd 2c]", "** Dealing flop ** [Ah Kd 2c]" and the like.
func (l *Lines) section(line []byte) error {
	name, rest, ok := bytes.Cut(skip(line, "* "), []byte(" *"))
	if !ok {
		return nil
	}
	name, _ = Cut(name, "Dealing ")
	if _, pot, ok := bytes.Cut(rest, []byte("(Total Pot: ")); ok {
		if amount, n := l.Amount(pot); n > 0 {
			l.SoFar(amount, l.Pos(pot))
		}
	}
	what := sections[string(name)]
	switch what {
	case summary:
		l.part = inSummary
		return nil
	case play:
		if l.part = inPlay; len(l.how.blinds) > 0 {
			l.postBlinds()
		}
		l.early()
	case third, street:
		l.part = inPlay
		l.Street(l.Here())
	default:
		if string(name) == "HAND CANCELLED" {
			return l.Fail(l.Here(), history.CodeBroken, "the hand was cancelled", "")
		}
		return l.run(name, rest)
	}
	if what != street && !(l.Game.OpenOne && l.streets() == 0) || l.Game.Kind == Draw {
		return nil
	}
	cs, at, err := l.LastBracket(rest)
	switch {
	case len(cs) > 0:
		l.Board(cs, at)
	case err == nil && l.laid() >= 3 && bytes.HasSuffix(rest, []byte("[]")):
		l.Board([]cards.Card{cards.Unknown}, at)
	}
	return err
}

// runs are the words for the first, second and third board, before or after the street.
var runs = []struct{ before, after string }{{"FIRST ", " 1"}, {"SECOND ", " 2"}, {"THIRD ", " 3"}}

// run parses the section of one of several boards: "*** FIRST FLOP *** [Ah Kd 2c]", "*** FLOP 1 *** [Ah Kd 2c]".
func (l *Lines) run(name, rest []byte) error {
	for k, words := range runs {
		street, ok := Cut(name, words.before)
		if !ok {
			street, ok = bytes.CutSuffix(name, []byte(words.after))
		}
		if !ok || sections[string(street)] == 0 || sections[string(street)] == summary {
			continue
		}
		cs, at, err := l.LastBracket(rest)
		if err != nil || len(cs) == 0 {
			return err
		}
		if k == 0 {
			l.Street(l.Here())
		}
		l.Run(k, cs, at)
	}
	return nil
}

// player parses the text after a player's name. It returns false if the line only begins like the name.
func (l *Lines) player(i int, rest []byte) (told bool, err error) {
	deeds := l.f.deeds
	if l.f.Me != "" {
		if after, ok := Cut(skip(rest, " "), l.f.Me); ok {
			rest = after
		}
	}
	deed, ok := Cut(rest, l.f.After)
	if !ok {
		if deed, ok = Cut(rest, " "); !ok {
			return false, nil
		}
		deeds = l.f.events
	}
	if len(deed) == 0 {
		return true, nil
	}
	if l.part == inSeats && deeds == l.f.events && deed[0]-'0' <= 9 {
		return false, nil // the line of a seat, and a player is named Seat
	}
	a := &l.act
	a.Seat, a.Deed, a.At = i, deed, l.Pos(deed)
	for k := range deeds[deed[0]] {
		d := &deeds[deed[0]][k]
		if a.Rest, ok = Cut(deed, d.Words); !ok || d.With != "" && !bytes.Contains(a.Rest, []byte(d.With)) {
			continue
		}
		if d.Do != nil {
			return true, d.Do(l, a)
		}
		return true, l.Tell(a, d.Chips)
	}
	if l.f.Other != nil && deeds == l.f.deeds {
		return true, l.f.Other(l, a)
	}
	if l.strange == 0 && l.acts(l.line) {
		l.strange = l.Here() // the name continues
	}
	return true, nil
}

// summary parses a line after "*** SUMMARY ***".
func (l *Lines) summary(line []byte) error {
	switch {
	case Has(line, "Total pot "), Has(line, "Total Pot("):
		return l.totalPot(line[len("Total pot"):])
	case Has(line, "Board ["), Has(line, "Board: ["):
		// board cards that have no street of their own: some sites list them only in the summary when nobody can bet any more
		cs, at, err := l.Bracket(line)
		if err != nil || l.runs > 0 || l.Game.Kind != Board {
			return nil
		}
		l.turnUp(cs, at)
		for n := l.laid(); n < len(cs); n = l.laid() {
			fresh := cs[n:max(3, n+1)]
			if len(cs) < 3 {
				break
			}
			l.Street(at)
			l.Board(fresh, at)
		}
		return nil
	case !Has(line, "Seat ") && !Has(line, "Seat+"):
		return nil
	}
	number, n := Number(line[5:])
	rest, ok := Cut(line[5+n:], ":")
	rest = bytes.TrimPrefix(rest, []byte(" "))
	i := l.numbered(number)
	if !ok || i < 0 || !Has(rest, l.name(i)) {
		return nil
	}
	rest = rest[len(l.name(i)):]
	wins := func(text []byte) {
		if amount, n := l.Amount(text); n > 0 {
			l.sum(&l.won[i].amount, amount)
			l.won[i].at = l.Pos(text)
		}
	}
	if after, ok := Cut(rest, " "); ok && l.f.Me != "" { // the amount follows the name
		wins(after)
	}
	if cs, at, err := l.Bracket(rest); err == nil {
		l.known(i, cs, at)
	}
	for _, word := range []string{"won (", "collected (", "and won "} {
		for after := rest; ; {
			if _, after, ok = bytes.Cut(after, []byte(word)); !ok {
				break
			}
			wins(after)
		}
	}
	return nil
}

// totalPot parses "$9 Main pot $5. Side pot $3. | Rake $1 | Jackpot $0" and "3 | No rake".
func (l *Lines) totalPot(rest []byte) error {
	if l.pot >= 0 && bytes.Equal(rest, l.stated) { // some files of BetOnline have it twice
		return nil
	}
	l.stated, l.totaled = append(l.stated[:0], rest...), true
	amount, err := l.AmountIn(rest)
	if err != nil {
		return err
	}
	pot := skip(rest, " [(")
	_, n := l.Amount(pot)
	if after := skip(pot[n:], " )].,"); len(after) == 0 || bytes.IndexByte([]byte("|MS"), after[0]) >= 0 { // 3.32k is not exact
		l.Total(amount, l.Pos(pot))
	}
	l.eachPot(rest)
	for {
		k := bytes.IndexByte(rest, '|')
		if k < 0 {
			return nil
		}
		rest = skip(rest[k+1:], " ")
		if Has(rest, "No rake") {
			l.Rake(0)
		} else if !Has(rest, "Main pot") && !Has(rest, "Side pot") && !Has(rest, "STP") {
			l.taken(rest)
		}
	}
}

// Pots parses "Main Pot: $38.10 Side Pot 1: $5 Rake: $2.0", a line in place of that of the total.
func (l *Lines) Pots(line []byte) {
	pots, _, raked := bytes.Cut(line, []byte("Rake"))
	if raked {
		l.taken(line[len(pots):])
	}
	l.eachPot(pots)
	sum := int64(0)
	for _, p := range l.pots {
		l.sum(&sum, p.amount)
	}
	if len(l.pots) > 0 {
		l.Total(sum, l.pots[0].at)
	}
}

// potWords are the words for pots, without their first letters, which some write in capitals.
var potWords = [][]byte{[]byte("ain pot"), []byte("ain Pot"), []byte("ide pot"), []byte("ide Pot")}

// eachPot parses "Main pot $5. Side pot-1 $3. Side pot-2 $1." and "Main Pot: $5 Side Pot 1: $3".
func (l *Lines) eachPot(rest []byte) {
	for after := rest; len(l.pots) < betting.Max; {
		at := -1
		for _, word := range potWords {
			if k := bytes.Index(after, word); k >= 0 && (at < 0 || k < at) {
				at = k
			}
		}
		if at < 0 {
			return
		}
		after = after[at+len("ide pot"):]
		text := after
		number := skip(text, " -")
		if _, n := Number(number); n > 0 && (Has(number[n:], ":") || bytes.IndexByte(text[:len(text)-len(number)], '-') >= 0) {
			text = number[n:]
		}
		text = skip(text, " :")
		amount, n := l.Amount(text)
		if n == 0 {
			l.pots = l.pots[:0] // in words of another layout
			return
		}
		if amount == 0 { // some files name a side pot that there is not
			continue
		}
		l.pots = append(l.pots, statedPot{amount, l.Pos(text)})
	}
}

// jackpots are the first letters of what is taken for a jackpot.
var jackpots = []string{"J", "Bingo", "Fortune"}

// taken parses "Rake $1", "JP Fee $0.50", "Rake ($1)". Anything else in place of an amount is refused.
func (l *Lines) taken(rest []byte) {
	rest, _, _ = bytes.Cut(rest, []byte("|"))
	for after, ok := rest, true; ok; {
		if _, after, ok = bytes.Cut(after, []byte(" ")); ok {
			if amount, n := l.Amount(skip(after, "(")); n > 0 {
				if slices.ContainsFunc(jackpots, func(word string) bool { return Has(rest, word) }) {
					l.JackpotFee(amount)
				} else {
					l.Rake(amount)
				}
				return
			}
		}
	}
	if Has(rest, "Rake") || bytes.ContainsAny(rest, "0123456789") {
		l.Refuse(l.Pos(rest), "what is taken is no amount: "+strconv.Quote(string(bytes.TrimSpace(rest[:min(len(rest), 40)]))))
	}
}

// numerals are the Roman ones of levels, in ascending order.
var numerals = []byte("IVXLC")

// Level returns the level of a tournament that a line names, in Roman figures or others: "Level IV", "level: 7", "Level:12". 0: it
// names none.
func Level(line []byte) (n int64) {
	at := bytes.LastIndex(line, []byte("evel")) // a name in front of it may have the word, too
	if at < 0 {
		return 0
	}
	text := bytes.TrimLeft(line[at+len("evel"):], ": ")
	last := int64(0)
	for _, c := range text {
		at := bytes.IndexByte(numerals, c)
		if at < 0 {
			break
		}
		v := [...]int64{1, 5, 10, 50, 100}[at]
		if n += v; last < v {
			n -= 2 * last
		}
		last = v
	}
	if n == 0 {
		n, _ = Number(text)
	}
	return n
}
