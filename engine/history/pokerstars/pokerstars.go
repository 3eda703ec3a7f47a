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

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is how PokerStars writes hands.
var Format = history.Format{Name: "PokerStars", Is: is, New: func() history.Parser { return &parser{} }}

func is(start []byte) bool { return isHeader(scribe.First(start)) }

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
	s     scribe.Text
	h     *history.Hand
	state state
	runs  int       // streets so far
	won   [32]int64 // by the summary
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
	return scribe.Length(text, last, " #", isHeader)
}

// Read reads one hand.
func (p *parser) Read(h *history.Hand, text []byte) error {
	p.h, p.state, p.runs = h, inSeats, 0
	clear(p.won[:])
	p.s.Begin(h)
	begun := false
	err := p.s.Each(text, func(line []byte) error {
		if !begun {
			begun = true
			return p.header(line)
		}
		return p.line(line)
	})
	switch {
	case err != nil:
		return err
	case !begun:
		return history.ErrNoHand
	case p.state != inSummary && !p.s.Collected():
		return p.s.Fail(p.s.Here(), history.CodeBroken, "the hand breaks off: nobody has collected anything", "")
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

// line reads a line after the header.
func (p *parser) line(line []byte) error {
	if scribe.Has(line, "*** ") {
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
	case scribe.Has(line, "Seat ") && p.state == inSeats:
		return p.seat(line)
	case scribe.Has(line, "Table "):
		return p.table(line)
	case scribe.Has(line, "Dealt to "):
		return p.dealt(line)
	case scribe.Has(line, "Uncalled bet "):
		return p.uncalled(line)
	case scribe.Has(line, "Hand cancelled") || scribe.Has(line, "Hand canceled"):
		return p.s.Fail(p.s.Here(), history.CodeBroken, "the hand was cancelled", "")
	case scribe.Has(line, "Cash Drop"), scribe.Has(line, "Splash"):
		if amount, ok := p.s.LastAmount(line); ok {
			p.s.Added(amount)
		}
	}
	return nil
}

// seat reads "Seat 1: name (1500 in chips, $2 bounty) is sitting out".
func (p *parser) seat(line []byte) error {
	number, n := scribe.Number(line[5:])
	rest, ok := scribe.Cut(line[5+n:], ": ")
	switch {
	case n > 0 && scribe.Has(rest, " is the button"):
		p.s.Button(number)
		return nil
	case n == 0 || !ok:
		return p.s.Line(p.s.Here(), line)
	}
	chips := bytes.LastIndex(rest, []byte(" in chips"))
	end := chips
	if chips < 0 {
		if end = bytes.LastIndexByte(rest, ')'); end < 0 {
			return p.s.Line(p.s.Here(), line)
		}
	}
	open := bytes.LastIndexByte(rest[:end], '(')
	if open < 1 {
		return p.s.Line(p.s.Here(), line)
	}
	stack, k := p.s.Amount(rest[open+1:])
	if k == 0 {
		return p.s.Fail(p.s.Pos(line, rest[open+1:]), history.CodeMoney, "the stack is no amount", "")
	}
	after := rest[end:]
	away := bytes.Contains(after, []byte("sitting out")) || bytes.Contains(after, []byte("out of hand"))
	return p.s.Seat(number, bytes.TrimRight(rest[:open], " "), stack, away, p.s.Here())
}

// table reads "Table 'Name' 6-max (Play Money) Seat #3 is the button".
func (p *parser) table(line []byte) error {
	if i := bytes.Index(line, []byte("Seat #")); i >= 0 {
		number, _ := scribe.Number(line[i+6:])
		p.s.Button(number)
	}
	if open := bytes.IndexByte(line, '\''); open >= 0 {
		if end := bytes.LastIndexByte(line, '\''); end > open {
			p.h.TableID = history.TextID(p.s.Word(line[open+1 : end]))
		}
	}
	return nil
}

// dealt reads "Dealt to name [Ah Kd] [7c]"; what stands in the last brackets is new.
func (p *parser) dealt(line []byte) error {
	rest := line[len("Dealt to "):]
	i, n := p.s.Find(rest)
	if i < 0 {
		return p.s.Fail(p.s.Pos(line, rest), history.CodeWho, "nobody of that name has a seat", "")
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
		cs, err := p.s.Bracket(line, first)
		if err != nil {
			return err
		}
		if p.runs > 0 {
			p.s.Dealt(i, cs, p.s.Pos(line, first))
		} else {
			p.s.Hole(i, cs, p.s.Pos(line, first))
		}
		return nil
	}
	cs, err := p.s.Bracket(line, last)
	if err == nil {
		p.s.Dealt(i, cs, p.s.Pos(line, last))
	}
	return err
}

// studied reports whether the cards of the game come street by street.
func (p *parser) studied() bool { return p.s.Game().Kind == scribe.Stud }

func (p *parser) dealtStreet(i int, line, first, last []byte) error {
	cs, err := p.s.Bracket(line, last)
	if err != nil {
		return err
	}
	p.s.Dealt(i, cs, p.s.Pos(line, last))
	return nil
}

// uncalled reads "Uncalled bet ($2) returned to name".
func (p *parser) uncalled(line []byte) error {
	open := bytes.IndexByte(line, '(')
	to := bytes.Index(line, []byte("returned to "))
	if open < 0 || to < 0 {
		return p.s.Line(p.s.Here(), line)
	}
	amount, n := p.s.Amount(line[open+1:])
	i := p.s.Named(line[to+len("returned to "):])
	switch {
	case n == 0:
		return p.s.Fail(p.s.Pos(line, line[open+1:]), history.CodeMoney, "not an amount", "")
	case i < 0:
		return p.s.Fail(p.s.Pos(line, line[to+len("returned to "):]), history.CodeWho, "nobody of that name has a seat", "")
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
	if scribe.Has(name, "FIRST ") || scribe.Has(name, "SECOND ") || scribe.Has(name, "THIRD ") {
		return p.run(line, name, rest[end:])
	}
	switch string(name) {
	case "HOLE CARDS", "DEALING HANDS", "POCKET CARDS", "PRE-FLOP", "PREFLOP":
		p.state = inPlay
	case "3rd STREET", "THIRD STREET":
		p.state = inPlay
		p.s.Street(p.s.Here())
	case "FLOP", "TURN", "RIVER", "4th STREET", "5th STREET", "6th STREET", "7th STREET",
		"FIRST DRAW", "SECOND DRAW", "THIRD DRAW", "DRAW":
		p.runs++
		p.s.Street(p.s.Here())
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
	cs, err := p.s.Bracket(line, rest[open:])
	if err == nil {
		p.s.Board(cs, p.s.Pos(line, rest[open:]))
	}
	return err
}

// run reads the section of one of several boards, and of the numbered draws.
func (p *parser) run(line, name, rest []byte) error {
	switch string(name) {
	case "FIRST DRAW", "SECOND DRAW", "THIRD DRAW":
		p.runs++
		p.s.Street(p.s.Here())
		return nil
	case "THIRD STREET":
		p.state = inPlay
		p.s.Street(p.s.Here())
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
	cs, err := p.s.Bracket(line, rest[open:])
	if err == nil {
		if run == 0 {
			p.runs++
			p.s.Street(p.s.Here())
		}
		p.s.Run(run, cs, p.s.Pos(line, rest[open:]))
	}
	return err
}
