package sites

import (
	"bytes"
	"encoding/csv"
	"io"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the logs of Poker Now: CSV with the columns entry, at and order, newest entry first or oldest first. Players
// are named with their ids ("ana @ x1y2"), calls and raises name the whole bet of the street, and nothing is raked.

// PokerNow is the format of Poker Now. The log does not say whose cards "Your hand is" names: other hands of the file do, so that it cannot be cut.
var PokerNow = func() history.Format {
	f := nowLayout.Format()
	f.Is, f.Holds = nowIs, nil
	f.New = func() history.Parser {
		p := &nowParser{Lines: nowLayout.Parser()}
		p.Rows = p.rows
		return p
	}
	return f
}()

var nowLayout = scribe.Layout{
	Name: "Poker Now", Is: isStart, Header: nowHeader, After: `" `, Line: nowLine,
	Deeds: []scribe.Deed{
		{Words: "posts an ante of ", Chips: scribe.Antes},
		{Words: "posts a small blind of ", Chips: (*scribe.Scribe).Small},
		{Words: "posts a big blind of ", Chips: (*scribe.Scribe).Big},
		{Words: "posts a missing small blind of ", Chips: missing},
		{Words: "posts a missed small blind of ", Chips: missing},
		{Words: "posts a missed big blind of ", Chips: (*scribe.Scribe).Post},
		{Words: "posts a missing big blind of ", Chips: (*scribe.Scribe).Post},
		{Words: "posts a straddle of ", Chips: (*scribe.Scribe).StraddleTo},
		{Words: "posts a bet of ", With: bomb, Chips: scribe.Antes},
		{Words: "calls ", With: bomb, Chips: scribe.Antes},
		{Words: "bets ", With: bomb, Chips: scribe.Antes},
		{Words: "raises to ", With: bomb, Chips: scribe.Antes},
		{Words: "checks", With: bomb, Do: scribe.Nothing},
		{Words: "calls ", Chips: callTo},
		{Words: "bets ", Chips: (*scribe.Scribe).RaiseTo},
		{Words: "raises to ", Chips: (*scribe.Scribe).RaiseTo},
		{Words: "shows a ", Do: nowShows},
		{Words: isDealt, Do: nowDealt},
		{Words: "collected ", With: bounty, Do: scribe.Gets("bounty")},
		{Words: "paid ", With: bounty, Do: scribe.Pays("bounty")},
		{Words: "collected ", Chips: scribe.Collects},
	},
}

// Words of entries.
const (
	start   = "-- starting hand #"
	nowEnd  = "-- ending hand #"
	hole    = "Your hand is "
	isDealt = "is dealt " // in place of "Your hand is", when it is known whose it is
	bomb    = "(bomb pot bet)"
	bounty  = "bounty"
	stacks  = "Player stacks: "
	dealer  = "(dealer: "
	renamed = " because authenticated login."

	uncalled    = "Uncalled bet of "
	nowReturned = ` returned to "`
)

func nowIs(start []byte) bool { return scribe.Has(start, "entry,at") }

func isStart(line []byte) bool { return scribe.Has(line, start) }

// nowParser reads the hands of a log. It remembers whose log it is.
type nowParser struct {
	*scribe.Lines
	oldest bool   // the oldest entry is the first one
	known  bool   // the order is known
	owner  string // the id of the player whose hand is "your hand"

	renamed map[string]string // ids in this hand and the ids before
}

// row is an entry of the log.
type row struct {
	at    int // where it is
	entry []byte
	time  []byte
	order []byte
}

// read returns the entries of a part of the log, in its order.
func read(text []byte) (rows []row) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	for {
		at := int(r.InputOffset())
		for at < len(text) && (text[at] == '\n' || text[at] == '\r') {
			at++
		}
		fields, err := r.Read()
		if err == io.EOF || err != nil && len(fields) == 0 {
			return rows
		}
		if fields[0] == "entry" { // the names of the columns
			continue
		}
		e := row{at: at, entry: []byte(fields[0])}
		if len(fields) > 1 {
			e.time = []byte(fields[1])
		}
		if len(fields) > 2 {
			e.order = []byte(fields[2])
		}
		rows = append(rows, e)
	}
}

// before reports whether an entry is older than another.
func (r *row) before(o *row) bool {
	a, b := bytes.TrimSpace(r.order), bytes.TrimSpace(o.order)
	if len(a) == 0 || len(b) == 0 {
		return bytes.Compare(r.time, o.time) < 0
	}
	return len(a) < len(b) || len(a) == len(b) && bytes.Compare(a, b) < 0
}

// searched is how much of the beginning of a log is searched for its owner, and for the order of its entries.
const searched = 512 << 10

// begin learns from the beginning of a log in which order it is, and whose.
func (p *nowParser) begin(text []byte) {
	text = text[:min(len(text), searched)]
	var first *row
	for _, r := range read(text) {
		if first == nil {
			first = &r
		} else if p.oldest = first.before(&r); p.oldest || r.before(first) {
			break
		}
	}
	p.known = true
	for len(text) > 0 && p.owner == "" {
		n := p.piece(text)
		if n == 0 {
			n = len(text)
		}
		p.owner = owner(read(text[:n]))
		text = text[n:]
	}
}

// piece returns the length of the entries of the first hand in a text, 0 if there is no other hand after it. A newest first entry of
// a hand follows its start; an oldest first one begins with it.
func (p *nowParser) piece(text []byte) int {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(start))
		if i < 0 {
			return 0
		}
		at := from + i
		from = at + len(start)
		line := bytes.LastIndexByte(text[:at], '\n') + 1
		if string(text[line:at]) != `"` && line != at {
			continue
		}
		if p.oldest && line > 0 {
			return line
		}
		if next := bytes.IndexByte(text[from:], '\n'); !p.oldest {
			if next < 0 {
				return 0
			}
			return from + next + 1
		}
	}
}

// Length returns the number of bytes of the first hand.
func (p *nowParser) Length(text []byte, last bool) int {
	if !p.known {
		if !last && len(text) < searched {
			return 0
		}
		p.begin(text)
	}
	if n := p.piece(text); n > 0 || !last {
		return n
	}
	return len(text)
}

// Read reads a hand.
func (p *nowParser) Read(h *history.Hand, text []byte) error {
	rows := read(text)
	if id := owner(rows); id != "" {
		p.owner = id
	}
	started := func(r row) bool { return isStart(r.entry) }
	if !slices.ContainsFunc(rows, started) {
		for _, r := range rows {
			if scribe.Has(r.entry, nowEnd) {
				return h.ErrorAt(history.Pos(r.at), history.CodeBroken, "the beginning of this hand is not in the file", "who sits where, and with what, is in the first entries of a hand")
			}
		}
		return history.ErrNoHand
	}
	return p.Lines.Read(h, text)
}

// rows tells the entries of a hand, oldest first, as lines: a player's line without the quote before the name, the start with the time
// and the dealer after the stacks, the board with the number of the run if there are several, and "your hand" as its owner's.
func (p *nowParser) rows(text []byte, tell func(at int, line []byte) error) error {
	list := read(text)
	if !p.oldest {
		slices.Reverse(list)
	}
	clear(p.renamed)
	seated, twice := seatedIn(list), runTwice(list)
	var button []byte
	for _, r := range list {
		line := bytes.TrimRight(r.entry, " \t\r\n")
		var after []byte
		switch {
		case isStart(line):
			game, who, ok := bytes.Cut(line, []byte(dealer))
			if ok {
				button = slices.Concat([]byte(dealer), who)
			}
			line = slices.Concat(game, []byte("\n"), r.time)
		case scribe.Has(line, stacks):
			after, button = button, nil
		case scribe.Has(line, hole):
			name, sits := seated[p.owner]
			if !sits {
				continue
			}
			line = slices.Concat(name, []byte(`" `+isDealt), line[len(hole):])
		case scribe.Has(line, `"`):
			line = p.asSeated(seated, line[1:])
		case scribe.Has(line, uncalled):
			if amount, name, ok := bytes.Cut(line, []byte(nowReturned)); ok {
				line = slices.Concat(amount, []byte(nowReturned), p.asSeated(seated, slices.Concat(name, []byte(" "))))
			}
		case bytes.HasSuffix(line, []byte(renamed)):
			p.renames(line)
		default:
			if street, cs, ok := bytes.Cut(line, []byte(":")); ok && twice[string(street)] {
				line = slices.Concat(street, []byte(" (first run):"), cs)
			}
		}
		for _, line := range [][]byte{line, after} {
			if len(line) == 0 {
				continue
			}
			if err := tell(r.at, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// renames notes that a player has another id from now on: "The player "ana @ y" changed the ID from x to y because authenticated login."
func (p *nowParser) renames(line []byte) {
	_, ids, _ := bytes.Cut(line, []byte(" changed the ID from "))
	before, after, ok := bytes.Cut(bytes.TrimSuffix(ids, []byte(renamed)), []byte(" to "))
	if ok && len(p.renamed) < 1000 {
		if p.renamed == nil {
			p.renamed = map[string]string{}
		}
		p.renamed[string(after)] = string(before)
	}
}

// asSeated returns a player's line with the name of the list of stacks, if the player has taken another since.
func (p *nowParser) asSeated(seated map[string][]byte, line []byte) []byte {
	name, rest, ok := bytes.Cut(line, []byte(`" `))
	if !ok {
		return line
	}
	who := id(name)
	seat, sits := seated[who]
	if before, renamed := p.renamed[who]; !sits && renamed {
		seat, sits = seated[before]
	}
	if !sits || bytes.Equal(seat, name) || bytes.HasPrefix(line, slices.Concat(seat, []byte(`" `))) {
		return line
	}
	return slices.Concat(seat, []byte(`" `), rest)
}

// seats calls tell for each player of "#1 "ana @ x" (100) | #4 "bo @ y" (100)" until it returns false. It reports whether the whole text was
// understood.
func seats(text []byte, tell func(number int64, name, stack []byte) bool) bool {
	for len(text) > 0 {
		rest, ok := scribe.Cut(text, "#")
		number, n := scribe.Number(rest)
		rest, quoted := scribe.Cut(rest[n:], ` "`)
		if !ok || n == 0 || !quoted {
			return false
		}
		name, stack := []byte(nil), []byte(nil)
		for from := 0; name == nil; { // names contain anything
			i := bytes.Index(rest[from:], []byte(`" (`))
			if i < 0 {
				return false
			}
			from += i + len(`" (`)
			amount, after, closed := bytes.Cut(rest[from:], []byte(")"))
			next, more := scribe.Cut(after, " | ")
			if closed && (more || len(bytes.TrimSpace(after)) == 0) {
				name, stack, text = rest[:from-len(`" (`)], amount, next
			}
		}
		if !tell(number, name, stack) {
			return true
		}
		text = bytes.TrimLeft(text, " ")
	}
	return true
}

// id returns the id in a player's name.
func id(name []byte) string {
	if at := bytes.LastIndex(name, []byte(" @ ")); at >= 0 {
		name = name[at+len(" @ "):]
	}
	return string(name)
}

// seatedIn returns the names of the players who have a seat in a hand, by their ids.
func seatedIn(rows []row) map[string][]byte {
	seated := map[string][]byte{}
	for _, r := range rows {
		if list, ok := scribe.Cut(r.entry, stacks); ok {
			seats(list, func(_ int64, name, _ []byte) bool {
				if who := id(name); who != "" && seated[who] == nil {
					seated[who] = name
				}
				return true
			})
		}
	}
	return seated
}

// runTwice returns the streets that have a second run in a hand, as the log writes them.
func runTwice(rows []row) map[string]bool {
	twice := map[string]bool{}
	for _, r := range rows {
		if street, _, ok := bytes.Cut(r.entry, []byte(" (second ")); ok {
			twice[string(street)] = true
		}
	}
	return twice
}

// owner returns the id of the player who shows the hand that is "your hand", "" if nobody does.
func owner(rows []row) (who string) {
	var mine []cards.Card
	for _, r := range rows {
		if text, ok := scribe.Cut(r.entry, hole); ok {
			mine, _ = scribe.Cards(text, nil)
			slices.Sort(mine)
		}
	}
	for _, r := range rows {
		name, text, ok := bytes.Cut(r.entry, []byte(`" shows a `))
		if !ok || len(mine) < 2 || !scribe.Has(name, `"`) {
			continue
		}
		shown, _ := scribe.Cards(text, nil)
		slices.Sort(shown)
		if slices.Equal(shown, mine) {
			who = id(name[1:])
		}
	}
	return who
}

// nowHeader parses "-- starting hand #4 (id: x)  (No Limit Texas Hold'em)" and the time, on a line of its own. The oldest logs name no game.
func nowHeader(l *scribe.Lines, line []byte) error {
	h := l.Hand()
	h.Venue = "Poker Now"
	rest := line[len(start):]
	_, n := scribe.Number(rest)
	if n == 0 {
		return l.Line(l.Here(), line)
	}
	number := rest[:n]
	rest = bytes.TrimLeft(rest[n:], " ")
	if key, after, ok := bytes.Cut(rest, []byte(")")); ok && scribe.Has(key, "(id: ") {
		h.HandID, rest = scribe.ID(key[len("(id: "):]), after
	}
	game, limit := scribe.Holdem, scribe.NoLimit
	name, date, _ := bytes.Cut(rest, []byte("\n"))
	if name = bytes.TrimSuffix(bytes.TrimSpace(name), []byte("--")); len(bytes.TrimSpace(name)) > 0 && !scribe.Has(name, "(dead button)") {
		var err error
		if game, limit, err = l.GameIn(name); err != nil {
			return err
		}
	}
	l.Play(game, limit, 0, 0)
	l.Rake(0)
	if l.Date(date); h.Year > 0 {
		h.TimeZoneAbbr = "UTC"
	}
	if h.HandID.Kind == history.IDNone { // hands are counted in each game: only with their time is the number one of all
		h.HandID = history.TextID(string(number) + " " + string(date))
	}
	return nil
}

func nowLine(l *scribe.Lines, line []byte) (told bool, err error) {
	if list, ok := scribe.Cut(line, stacks); ok {
		understood := seats(list, func(number int64, name, stack []byte) bool {
			amount, n := l.Amount(stack)
			if n == 0 || n != len(stack) {
				err = l.Fail(l.Pos(stack), history.CodeMoney, "not a stack", "")
			} else {
				_, err = l.Seat(number, name, amount, false, l.Here())
			}
			return err == nil
		})
		if err == nil && !understood {
			err = l.Line(l.Here(), line)
		}
		l.Deal()
		return true, err
	}
	if who, ok := scribe.Cut(line, dealer); ok {
		if open, last := bytes.IndexByte(who, '"'), bytes.LastIndexByte(who, '"'); open < last {
			if i := l.Named(who[open+1 : last]); i >= 0 {
				l.ButtonAt(i)
			}
		}
		return true, nil
	}
	if rest, ok := scribe.Cut(line, uncalled); ok {
		amount, err := l.AmountIn(rest)
		_, name, _ := bytes.Cut(rest, []byte(nowReturned))
		if err == nil {
			err = l.Returned(bytes.TrimRight(name, `" `), amount)
		}
		return true, err
	}
	return street(l, line)
}

// runs are the words for the boards of a hand.
var runs = []string{"first", "second", "third", "fourth"}

// street parses "Turn: 3♦, 4♥, 8♠ [5♠]" and "Turn (second run): …"; older logs write streets small.
func street(l *scribe.Lines, line []byte) (told bool, err error) {
	name, _, ok := bytes.Cut(line, []byte(":"))
	name, often, several := bytes.Cut(name, []byte(" ("))
	if !ok || !slices.ContainsFunc([]string{"flop", "turn", "river"}, func(s string) bool { return bytes.EqualFold(name, []byte(s)) }) {
		return false, nil
	}
	run := 0
	if several {
		word, _, _ := bytes.Cut(often, []byte(" "))
		if run = slices.Index(runs, string(word)); run < 0 {
			return true, l.Line(l.Here(), line)
		}
	}
	cs, at, err := l.LastBracket(line)
	if err != nil || len(cs) == 0 {
		return true, err
	}
	if run == 0 {
		l.Street(at)
	}
	if several {
		l.Run(run, cs, at)
	} else {
		l.Board(cs, at)
	}
	return true, nil
}

// missing records a small blind that was missed. A player who has just posted one pays it once: it is dead, and the big blind that
// follows is the bet.
func missing(s *scribe.Scribe, i int, amount int64, at history.Pos) {
	if s.Wager(i) == amount {
		s.Deaden(i, at)
		return
	}
	s.Dead(i, amount, at)
}

// callTo records a call that names the whole bet.
func callTo(s *scribe.Scribe, i int, amount int64, at history.Pos) {
	s.Call(i, max(0, amount-s.Wager(i)), at)
}

// nowShows records a hand that a player shows, nowDealt the one that is dealt to the player whose file it is.
var (
	nowShows = nowCards((*scribe.Scribe).Show)
	nowDealt = nowCards(func(s *scribe.Scribe, i int, cs []cards.Card, at history.Pos) {
		s.Hole(i, cs, at)
		s.Hero(i)
	})
)

// nowCards parses the cards after a player's words.
func nowCards(tell func(s *scribe.Scribe, i int, cs []cards.Card, at history.Pos)) func(l *scribe.Lines, a *scribe.Act) error {
	return func(l *scribe.Lines, a *scribe.Act) error {
		cs, n := scribe.Cards(a.Rest, make([]cards.Card, 0, history.MaxActionCards))
		if rest := bytes.TrimSpace(a.Rest[n:]); len(cs) == 0 || len(rest) > 0 && string(rest) != "." {
			return l.Fail(l.Pos(a.Rest[n:]), history.CodeFace, "not a card", "cards are a rank and a suit: A♥, 10♦")
		}
		tell(&l.Scribe, a.Seat, cs, a.At)
		return nil
	}
}
