// Package fulltilt reads hands as Full Tilt Poker wrote them.
//
// They differ from those of PokerStars in that no colon stands after a name, raises are
// told by what they come to alone ("raises to $4"), the button has a line of its own,
// and pots are won rather than collected ("ties for side pot #1 ($5)").
package fulltilt

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is how Full Tilt wrote hands.
var Format = history.Format{
	Name: "Full Tilt",
	Is:   func(start []byte) bool { return isHeader(scribe.First(start)) },
	New:  func() history.Parser { return &parser{} },
}

func isHeader(line []byte) bool {
	return (scribe.Has(line, "Full Tilt Poker") || scribe.Has(line, "FullTiltPoker")) && bytes.Contains(line, []byte("Game #"))
}

type parser struct {
	s     scribe.Text
	h     *history.Hand
	state state
	won   [32]int64 // by the summary
}

type state uint8

const (
	inSeats state = iota
	inPlay
	inSummary
)

// Length finds the header of the next hand.
func (p *parser) Length(text []byte, last bool) int {
	return scribe.Length(text, last, "Game #", isHeader)
}

// Read reads one hand.
func (p *parser) Read(h *history.Hand, text []byte) error {
	p.h, p.state = h, inSeats
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
	}
	if !p.s.Collected() {
		for i, amount := range p.won {
			if amount > 0 {
				p.s.Collect(i, amount, -1)
			}
		}
	}
	if !p.s.Collected() {
		return p.s.Fail(p.s.Here(), history.CodeBroken, "the hand breaks off: nobody has won anything", "")
	}
	return p.s.Finish()
}

// header reads "Full Tilt Poker Game #1: Table Fuller (6 max) - $1/$2 Ante $0.20 - No
// Limit Hold'em - 12:34:56 ET - 2009/10/10".
func (p *parser) header(line []byte) error {
	if !isHeader(line) {
		return p.s.Fail(p.s.Here(), history.CodeLine, "a hand begins with a line such as \"Full Tilt Poker Game #12: …\"", "")
	}
	rest := line[bytes.Index(line, []byte("Game #"))+len("Game #"):]
	colon := bytes.IndexByte(rest, ':')
	if colon < 0 {
		return p.s.Line(p.s.Here(), line)
	}
	p.h.HandID, p.h.Venue = scribe.ID(rest[:colon]), "Full Tilt Poker"
	rest = rest[colon+1:]
	at := rest // from the stakes on
	for {
		dash := bytes.Index(at, []byte(" - "))
		if dash < 0 {
			return p.s.Fail(p.s.Pos(line, rest), history.CodeGame, "the stakes are not there", "")
		}
		at = at[dash+2:]
		if low, high, after, ok := p.s.Stakes(at); ok && len(at)-len(after) < 40 {
			game, limit, known := scribe.GameNamed(after)
			if !known {
				return p.s.Fail(p.s.Pos(line, after), history.CodeGame, "the game is not known", "")
			}
			if cap := bytes.Index(after, []byte(" Cap ")); cap >= 0 {
				if amount, ok := p.s.LastAmount(after[:cap]); ok {
					p.s.Cap(amount)
				}
			}
			if !bytes.Contains(rest, []byte(", Table ")) {
				p.s.Currency(at)
			}
			p.s.Play(game, limit, low, high)
			break
		}
	}
	if table := bytes.Index(rest, []byte("Table ")); table >= 0 {
		name, _, _ := bytes.Cut(rest[table+len("Table "):], []byte(" - "))
		p.h.TableID = history.TextID(p.s.Word(bytes.TrimSpace(name)))
	}
	if dash := bytes.LastIndex(rest, []byte(" - ")); dash >= 0 {
		p.s.Date(append(bytes.Clone(rest[dash+3:]), " 00:00:00"...))
	}
	return nil
}

func (p *parser) line(line []byte) error {
	if scribe.Has(line, "*** ") {
		return p.section(line)
	}
	if p.state == inSummary {
		return p.summary(line)
	}
	if i, n := p.s.Find(line); i >= 0 && n+1 < len(line) && line[n] == ' ' {
		return p.player(i, line, line[n+1:])
	}
	switch {
	case scribe.Has(line, "Seat ") && p.state == inSeats:
		return p.seat(line)
	case scribe.Has(line, "The button is in seat #"):
		number, _ := scribe.Number(line[len("The button is in seat #"):])
		p.s.Button(number)
	case scribe.Has(line, "Dealt to "):
		return p.dealt(line)
	case scribe.Has(line, "Uncalled bet of "):
		return p.uncalled(line)
	case bytes.Contains(line, []byte("canceled")), bytes.Contains(line, []byte("cancelled")):
		return p.s.Fail(p.s.Here(), history.CodeBroken, "the hand was cancelled", "")
	}
	return nil
}

// seat reads "Seat 1: name ($50), is sitting out".
func (p *parser) seat(line []byte) error {
	number, n := scribe.Number(line[5:])
	rest, ok := scribe.Cut(line[5+n:], ": ")
	open := bytes.LastIndexByte(rest, '(')
	if n == 0 || !ok || open < 1 {
		return p.s.Line(p.s.Here(), line)
	}
	stack, err := p.s.AmountIn(line, rest[open+1:])
	if err != nil {
		return err
	}
	away := bytes.Contains(rest[open:], []byte("sitting out"))
	return p.s.Seat(number, bytes.TrimRight(rest[:open], " "), stack, away, p.s.Here())
}

func (p *parser) dealt(line []byte) error {
	rest := line[len("Dealt to "):]
	i, _ := p.s.Find(rest)
	if i < 0 {
		return p.s.Fail(p.s.Pos(line, rest), history.CodeWho, "nobody of that name has a seat", "")
	}
	cs, at, err := p.s.LastBracket(line, rest)
	if err != nil || len(cs) == 0 {
		return err
	}
	if p.s.Game().Kind == scribe.Stud || p.s.Streets() > 0 {
		p.s.Dealt(i, cs, at)
	} else {
		p.s.Hole(i, cs, at)
	}
	return nil
}

func (p *parser) uncalled(line []byte) error {
	rest := line[len("Uncalled bet of "):]
	amount, err := p.s.AmountIn(line, rest)
	if err != nil {
		return err
	}
	to := bytes.Index(rest, []byte("returned to "))
	if to < 0 {
		return p.s.Line(p.s.Here(), line)
	}
	i := p.s.Named(rest[to+len("returned to "):])
	if i < 0 {
		return p.s.Fail(p.s.Pos(line, rest[to+len("returned to "):]), history.CodeWho, "nobody of that name has a seat", "")
	}
	p.s.Back(i, amount)
	return nil
}

func (p *parser) section(line []byte) error {
	name, rest, ok := bytes.Cut(line[4:], []byte(" ***"))
	if !ok {
		return nil
	}
	switch string(name) {
	case "HOLE CARDS":
		p.state = inPlay
	case "3RD STREET":
		p.state = inPlay
		p.s.Street(p.s.Here())
	case "FLOP", "TURN", "RIVER", "4TH STREET", "5TH STREET", "6TH STREET", "7TH STREET", "DRAW", "FIRST DRAW", "SECOND DRAW", "THIRD DRAW":
		p.s.Street(p.s.Here())
		if cut := bytes.IndexByte(rest, '('); cut >= 0 {
			rest = rest[:cut] // the size of the pot
		}
		open := bytes.LastIndexByte(rest, '[')
		if open < 0 || p.s.Game().Kind == scribe.Draw {
			return nil
		}
		cs, n := scribe.Cards(rest[open+1:], nil)
		if open+1+n >= len(rest) || rest[open+1+n] != ']' {
			return p.s.Fail(p.s.Here(), history.CodeFace, "not a card", "cards are a rank and a suit: Ah, Td")
		}
		p.s.Board(cs, p.s.Here())
	case "SUMMARY":
		p.state = inSummary
	}
	return nil
}

func (p *parser) player(i int, line, deed []byte) error {
	at := p.s.Pos(line, deed)
	for _, d := range deeds {
		rest, ok := scribe.Cut(deed, d.words)
		if !ok {
			continue
		}
		amount, err := p.s.AmountIn(line, rest)
		if err != nil {
			return err
		}
		d.do(&p.s.Scribe, i, amount, at)
		return nil
	}
	switch {
	case scribe.Has(deed, "folds"):
		p.s.Fold(i, at)
	case scribe.Has(deed, "checks"):
		p.s.Check(i, at)
	case scribe.Has(deed, "stands pat"):
		p.s.Discard(i, 0, nil, at)
	case scribe.Has(deed, "discards "):
		n, k := scribe.Number(deed[len("discards "):])
		if k == 0 {
			return p.s.Line(at, line)
		}
		cs, _, err := p.s.LastBracket(line, deed)
		if err != nil {
			return err
		}
		p.s.Discard(i, int(n), cs, at)
	case scribe.Has(deed, "shows "):
		cs, place, err := p.s.LastBracket(line, deed)
		if err != nil {
			return err
		}
		if len(cs) > 0 {
			p.s.Show(i, cs, place)
		}
	case scribe.Has(deed, "mucks"):
		p.s.Muck(i, at)
	case (scribe.Has(deed, "wins ") || scribe.Has(deed, "ties ")) && bytes.Contains(deed, []byte("pot")):
		return p.wins(i, line, deed)
	}
	return nil
}

// deeds are what players do with chips.
var deeds = []struct {
	words string
	do    func(s *scribe.Scribe, i int, amount int64, at history.Pos)
}{
	{"posts the small blind of ", (*scribe.Scribe).Small},
	{"posts the big blind of ", (*scribe.Scribe).Big},
	{"posts a dead small blind of ", (*scribe.Scribe).Dead},
	{"posts a dead blind of ", (*scribe.Scribe).Dead},
	{"posts a straddle of ", (*scribe.Scribe).Straddle},
	{"straddles ", (*scribe.Scribe).Straddle},
	{"posts ", (*scribe.Scribe).Post},
	{"antes ", func(s *scribe.Scribe, i int, amount int64, _ history.Pos) { s.Ante(i, amount) }},
	{"brings in for ", (*scribe.Scribe).BringIn},
	{"calls ", (*scribe.Scribe).Call},
	{"bets ", (*scribe.Scribe).Bet},
	{"raises to ", (*scribe.Scribe).RaiseTo},
	{"completes it to ", (*scribe.Scribe).RaiseTo},
	{"completes to ", (*scribe.Scribe).RaiseTo},
}

// wins reads "wins side pot #1 ($5) with a pair".
func (p *parser) wins(i int, line, deed []byte) error {
	open := bytes.IndexByte(deed, '(')
	if open < 0 {
		return p.s.Line(p.s.Pos(line, deed), line)
	}
	amount, err := p.s.AmountIn(line, deed[open+1:])
	if err != nil {
		return err
	}
	pot, before := -1, deed[:open]
	if side := bytes.Index(before, []byte("side pot")); side >= 0 {
		pot = 1
		if number, n := scribe.Number(bytes.TrimLeft(before[side+len("side pot"):], " #")); n > 0 {
			pot = int(min(number, 30))
		}
	} else if bytes.Contains(before, []byte("main pot")) {
		pot = 0
	}
	p.s.Collect(i, amount, pot)
	return nil
}

func (p *parser) summary(line []byte) error {
	if rest, ok := scribe.Cut(line, "Total pot "); ok {
		amount, err := p.s.AmountIn(line, rest)
		if err != nil {
			return err
		}
		p.s.Total(amount)
		if rake := bytes.Index(rest, []byte("Rake ")); rake >= 0 {
			if amount, err = p.s.AmountIn(line, rest[rake+len("Rake "):]); err != nil {
				return err
			}
			p.s.Rake(amount)
		}
		return nil
	}
	if !scribe.Has(line, "Seat ") {
		return nil
	}
	number, n := scribe.Number(line[5:])
	rest, ok := scribe.Cut(line[5+n:], ": ")
	i := p.s.Numbered(number)
	if !ok || i < 0 || !scribe.Has(rest, p.s.Name(i)) {
		return nil
	}
	rest = rest[len(p.s.Name(i)):]
	if open := bytes.IndexByte(rest, '['); open >= 0 {
		if cs, err := p.s.Bracket(line, rest[open:]); err == nil {
			p.s.Known(i, cs, p.s.Pos(line, rest[open:]))
		}
	}
	for _, word := range []string{"won (", "collected ("} {
		if k := bytes.Index(rest, []byte(word)); k >= 0 && i < len(p.won) {
			if amount, n := p.s.Amount(rest[k+len(word):]); n > 0 {
				p.won[i] += amount
			}
		}
	}
	return nil
}
