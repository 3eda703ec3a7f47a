// Package pokerstars reads hands as PokerStars writes them for its players, in cash
// games, Zoom and tournaments, and as many other sites and programs imitate it: GGPoker,
// Run It Once, PokerMaster and most converters.
//
// A hand begins with a line such as "PokerStars Hand #1234:", a word or more before
// "Hand #" or "Game #"; it ends where the next one begins. What is told of money is
// checked by package scribe. Lines that move neither chips nor cards (chat, players who
// come and go, prizes) are passed over; any other line that is not understood is an
// error at its place.
package pokerstars

import (
	"bytes"

	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is how PokerStars writes hands.
var Format = history.Format{Name: "PokerStars", Is: is, New: func() history.Parser { return &parser{} }}

func is(start []byte) bool {
	for line := range bytes.Lines(start) {
		if line = trim(line); len(line) > 0 {
			return isHeader(line)
		}
	}
	return false
}

func trim(line []byte) []byte {
	line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	return bytes.TrimSpace(line)
}

var hash = []byte(" #")

// isHeader reports whether a hand begins with the line.
func isHeader(line []byte) bool {
	i := bytes.Index(line, hash)
	if i < 4 || !bytes.HasSuffix(line[:i], []byte("Hand")) && !bytes.HasSuffix(line[:i], []byte("Game")) {
		return false
	}
	if i > 60 || bytes.IndexByte(line[:i], '"') >= 0 || i+2 >= len(line) {
		return false
	}
	rest := line[i+2:]
	colon := bytes.IndexByte(rest, ':')
	return colon > 0 && colon < 40 && bytes.IndexByte(rest[:colon], ' ') < 0
}

type parser struct {
	s     scribe.Scribe
	h     *history.Hand
	text  []byte
	at    int // of the line
	cards [history.MaxActionCards]cards.Card
	state state
	runs  int
	won   [32]int64 // by the summary
	total bool
	gg    bool
}

// state is the part of a hand that lines belong to.
type state uint8

const (
	inSeats state = iota
	inPlay
	inShowdown
	inSummary
)

// Length finds the header of the next hand.
func (p *parser) Length(text []byte, last bool) int {
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
		i := bytes.Index(text[from:], hash)
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
		if start > 0 && isHeader(trim(text[start:i+end])) {
			return start
		}
		from = i + end
	}
	if last {
		return len(text)
	}
	return 0
}

// Read reads one hand.
func (p *parser) Read(h *history.Hand, text []byte) error {
	p.h, p.text, p.state, p.runs, p.total, p.gg = h, text, inSeats, 0, false, false
	clear(p.won[:])
	p.s.Begin(h)
	begun := false
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		line := text[at : at+end]
		p.at = at
		at += end + 1
		for len(line) > 0 && (line[len(line)-1] == '\r' || line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
			line = line[:len(line)-1]
		}
		if len(line) == 0 {
			continue
		}
		var err error
		if !begun {
			begun = true
			if bytes.HasPrefix(line, []byte("\xef\xbb\xbf")) {
				line = line[3:]
				p.at += 3
			}
			err = p.header(line)
		} else {
			err = p.line(line)
		}
		if err != nil {
			return err
		}
	}
	if !begun {
		return history.ErrNoHand
	}
	if p.state != inSummary && !p.s.Collected() {
		return p.s.Fail(history.Pos(p.at), history.CodeBroken, "the hand breaks off: nobody has collected anything", "")
	}
	if !p.s.Collected() {
		for i, amount := range p.won {
			if amount > 0 {
				p.s.Collect(i, amount, -1)
			}
		}
	}
	return p.s.Finish()
}

func (p *parser) pos(line, part []byte) history.Pos {
	if len(part) == 0 {
		return history.Pos(p.at)
	}
	return history.Pos(p.at + len(line) - len(part))
}

func has(line []byte, prefix string) bool {
	return len(line) >= len(prefix) && string(line[:len(prefix)]) == prefix
}

func cut(line []byte, prefix string) ([]byte, bool) {
	if has(line, prefix) {
		return line[len(prefix):], true
	}
	return line, false
}

// line reads a line after the header.
func (p *parser) line(line []byte) error {
	if has(line, "*** ") {
		return p.section(line)
	}
	if p.state == inSummary {
		return p.summary(line)
	}
	if i, n := p.s.Find(line); i >= 0 {
		if n < len(line) {
			return p.player(i, line, line[n:])
		}
		return nil
	}
	switch {
	case has(line, "Seat ") && p.state == inSeats:
		return p.seat(line)
	case has(line, "Table "):
		return p.table(line)
	case has(line, "Dealt to "):
		return p.dealt(line)
	case has(line, "Uncalled bet "):
		return p.uncalled(line)
	case has(line, "Hand cancelled") || has(line, "Hand canceled"):
		return p.s.Fail(history.Pos(p.at), history.CodeBroken, "the hand was cancelled", "")
	case has(line, "Cash Drop"), has(line, "Splash"):
		if amount, ok := p.lastAmount(line); ok {
			p.s.Added(amount)
		}
	}
	return nil
}

// seat reads "Seat 1: name (1500 in chips, $2 bounty) is sitting out".
func (p *parser) seat(line []byte) error {
	number, n := scribe.Number(line[5:])
	rest, ok := cut(line[5+n:], ": ")
	switch {
	case n > 0 && has(rest, " is the button"):
		p.s.Button(number)
		return nil
	case n == 0 || !ok:
		return p.s.Line(history.Pos(p.at), line)
	}
	chips := bytes.LastIndex(rest, []byte(" in chips"))
	end := chips
	if chips < 0 {
		if end = bytes.LastIndexByte(rest, ')'); end < 0 {
			return p.s.Line(history.Pos(p.at), line)
		}
	}
	open := bytes.LastIndexByte(rest[:end], '(')
	if open < 1 {
		return p.s.Line(history.Pos(p.at), line)
	}
	stack, k := p.s.Amount(rest[open+1:])
	if k == 0 {
		return p.s.Fail(p.pos(line, rest[open+1:]), history.CodeMoney, "the stack is no amount", "")
	}
	after := rest[end:]
	away := bytes.Contains(after, []byte("sitting out")) || bytes.Contains(after, []byte("out of hand"))
	return p.s.Seat(number, bytes.TrimRight(rest[:open], " "), stack, away, history.Pos(p.at))
}

// table reads "Table 'Name' 6-max (Play Money) Seat #3 is the button".
func (p *parser) table(line []byte) error {
	if i := bytes.Index(line, []byte("Seat #")); i >= 0 {
		number, _ := scribe.Number(line[i+6:])
		p.s.Button(number)
	}
	if open := bytes.IndexByte(line, '\''); open >= 0 {
		if end := bytes.LastIndexByte(line, '\''); end > open {
			p.h.TableID = history.TextID(p.s.Text(line[open+1 : end]))
		}
	}
	return nil
}

// dealt reads "Dealt to name [Ah Kd] [7c]"; what stands in the last brackets is new.
func (p *parser) dealt(line []byte) error {
	rest := line[len("Dealt to "):]
	i, n := p.s.Find(rest)
	if i < 0 {
		return p.s.Fail(p.pos(line, rest), history.CodeWho, "nobody of that name has a seat", "")
	}
	open := bytes.IndexByte(rest[n:], '[')
	if open < 0 {
		return nil // some sites name everybody who is dealt cards
	}
	p.state = inPlay
	first := rest[n+open:]
	last := rest[bytes.LastIndexByte(rest, '['):]
	if p.studied() {
		return p.dealtStreet(i, line, first, last)
	}
	if len(first) == len(last) {
		cs, err := p.bracket(line, first)
		if err != nil {
			return err
		}
		if p.runs > 0 {
			p.s.Dealt(i, cs, p.pos(line, first))
		} else {
			p.s.Hole(i, cs, p.pos(line, first))
		}
		return nil
	}
	cs, err := p.bracket(line, last)
	if err == nil {
		p.s.Dealt(i, cs, p.pos(line, last))
	}
	return err
}

// studied reports whether the cards of the game come street by street.
func (p *parser) studied() bool { return p.s.Game().Kind == scribe.Stud }

func (p *parser) dealtStreet(i int, line, first, last []byte) error {
	cs, err := p.bracket(line, last)
	if err != nil {
		return err
	}
	p.s.Dealt(i, cs, p.pos(line, last))
	return nil
}

// bracket reads "[Ah Kd …".
func (p *parser) bracket(line, at []byte) ([]cards.Card, error) {
	cs, n := scribe.Cards(at[1:], p.cards[:0])
	if 1+n >= len(at) || at[1+n] != ']' {
		return nil, p.s.Fail(p.pos(line, at[min(1+n, len(at)-1):]), history.CodeFace, "not a card", "cards are a rank and a suit: Ah, Td")
	}
	return cs, nil
}

// uncalled reads "Uncalled bet ($2) returned to name".
func (p *parser) uncalled(line []byte) error {
	open := bytes.IndexByte(line, '(')
	to := bytes.Index(line, []byte("returned to "))
	if open < 0 || to < 0 {
		return p.s.Line(history.Pos(p.at), line)
	}
	amount, n := p.s.Amount(line[open+1:])
	i := p.s.Named(line[to+len("returned to "):])
	switch {
	case n == 0:
		return p.s.Fail(p.pos(line, line[open+1:]), history.CodeMoney, "not an amount", "")
	case i < 0:
		return p.s.Fail(p.pos(line, line[to+len("returned to "):]), history.CodeWho, "nobody of that name has a seat", "")
	}
	p.s.Back(i, amount)
	return nil
}

// section reads "*** FLOP *** [Ah Kd 2c]" and the like.
func (p *parser) section(line []byte) error {
	rest := line[4:]
	end := bytes.Index(rest, []byte(" ***"))
	if end < 0 {
		return nil
	}
	name := rest[:end]
	if has(name, "FIRST ") || has(name, "SECOND ") || has(name, "THIRD ") {
		return p.run(line, name, rest[end:])
	}
	switch string(name) {
	case "HOLE CARDS", "DEALING HANDS", "POCKET CARDS", "PRE-FLOP", "PREFLOP":
		p.state = inPlay
	case "3rd STREET", "THIRD STREET":
		p.state = inPlay
		p.s.Street(history.Pos(p.at))
	case "FLOP", "TURN", "RIVER", "4th STREET", "5th STREET", "6th STREET", "7th STREET",
		"FIRST DRAW", "SECOND DRAW", "THIRD DRAW", "DRAW":
		p.runs++
		p.s.Street(history.Pos(p.at))
		return p.street(line, rest[end:])
	case "SHOW DOWN", "SHOWDOWN":
		p.state = inShowdown
	case "SUMMARY":
		p.state = inSummary
	}
	if p.s.Game().OpenOne && p.runs == 0 && bytes.IndexByte(rest[end:], '[') >= 0 {
		return p.street(line, rest[end:])
	}
	return nil
}

// street deals the cards in the last brackets of a line for all.
func (p *parser) street(line, rest []byte) error {
	open := bytes.LastIndexByte(rest, '[')
	if open < 0 {
		return nil
	}
	cs, err := p.bracket(line, rest[open:])
	if err == nil {
		p.s.Board(cs, p.pos(line, rest[open:]))
	}
	return err
}

// run reads the section of one of several boards, and of the numbered draws.
func (p *parser) run(line, name, rest []byte) error {
	switch string(name) {
	case "FIRST DRAW", "SECOND DRAW", "THIRD DRAW":
		p.runs++
		p.s.Street(history.Pos(p.at))
		return nil
	case "THIRD STREET":
		p.state = inPlay
		p.s.Street(history.Pos(p.at))
		return nil
	}
	run := map[byte]int{'F': 0, 'S': 1, 'T': 2}[name[0]]
	if bytes.HasSuffix(name, []byte("DOWN")) {
		p.state = inShowdown
		return nil
	}
	open := bytes.LastIndexByte(rest, '[')
	if open < 0 {
		return nil
	}
	cs, err := p.bracket(line, rest[open:])
	if err == nil {
		if run == 0 {
			p.runs++
			p.s.Street(history.Pos(p.at))
		}
		p.s.Run(run, cs, p.pos(line, rest[open:]))
	}
	return err
}
