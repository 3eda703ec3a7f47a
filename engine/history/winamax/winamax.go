// Package winamax reads hands as Winamax writes them: no colon after names, uncalled bets
// that are not told, antes and blinds of a tournament in one bracket.
package winamax

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is how Winamax writes hands.
var Format = history.Format{
	Name: "Winamax",
	Is:   func(start []byte) bool { return isHeader(scribe.First(start)) },
	New:  func() history.Parser { return &parser{} },
}

const mark = "Winamax Poker - "

func isHeader(line []byte) bool { return scribe.Has(line, mark) }

type parser struct {
	s       scribe.Text
	h       *history.Hand
	summary bool
}

// Length finds the header of the next hand.
func (p *parser) Length(text []byte, last bool) int {
	return scribe.Length(text, last, mark, isHeader)
}

// Read reads one hand.
func (p *parser) Read(h *history.Hand, text []byte) error {
	p.h, p.summary = h, false
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
	case !p.s.Collected():
		return p.s.Fail(p.s.Here(), history.CodeBroken, "the hand breaks off: nobody has collected anything", "")
	}
	return p.s.Finish()
}

// header reads "Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit
// (0.01€/0.02€) - 2012/10/10 22:00:00 UTC"; in tournaments the bracket has the ante
// first, where there is one.
func (p *parser) header(line []byte) error {
	id := bytes.Index(line, []byte("HandId: #"))
	if !isHeader(line) || id < 0 {
		return p.s.Fail(p.s.Here(), history.CodeLine, "a hand begins with a line such as \"Winamax Poker - CashGame - HandId: #12 - …\"", "")
	}
	number, rest, ok := bytes.Cut(line[id+len("HandId: #"):], []byte(" - "))
	open := bytes.IndexByte(rest, '(')
	if !ok || open < 0 {
		return p.s.Line(p.s.Here(), line)
	}
	p.h.HandID, p.h.Venue = scribe.ID(number), "Winamax"
	p.s.Site("winamax")
	game, limit, ok := scribe.GameNamed(rest[:open])
	if !ok {
		return p.s.Fail(p.s.Pos(line, rest), history.CodeGame, "the game is not known: "+string(rest[:open]), "")
	}
	var amounts [3]int64
	n, at := 0, rest[open+1:]
	for n < len(amounts) {
		amount, k := p.s.Amount(at)
		if k == 0 {
			break
		}
		amounts[n] = amount
		n++
		if at = at[k:]; len(at) == 0 || at[0] != '/' {
			break
		}
		at = at[1:]
	}
	if n < 2 {
		return p.s.Fail(p.s.Pos(line, rest[open:]), history.CodeGame, "the stakes are not there", "")
	}
	if bytes.Contains(line[:id], []byte("CashGame")) {
		p.s.Currency(rest)
	}
	p.s.Play(game, limit, amounts[n-2], amounts[n-1])
	p.s.Date(at)
	return nil
}

func (p *parser) line(line []byte) error {
	switch {
	case scribe.Has(line, "*** "):
		return p.section(line)
	case p.summary:
		return p.summed(line)
	case scribe.Has(line, "Table: "):
		if i := bytes.LastIndex(line, []byte("Seat #")); i >= 0 {
			number, _ := scribe.Number(line[i+len("Seat #"):])
			p.s.Button(number)
		}
		if open := bytes.IndexByte(line, '\''); open >= 0 {
			if end := bytes.LastIndexByte(line, '\''); end > open {
				p.h.TableID = history.TextID(p.s.Word(line[open+1 : end]))
			}
		}
		return nil
	case scribe.Has(line, "Dealt to "):
		return p.dealt(line)
	}
	if i, n := p.s.Find(line); i >= 0 && n+1 < len(line) && line[n] == ' ' {
		return p.player(i, line, line[n+1:])
	}
	if scribe.Has(line, "Seat ") {
		return p.seat(line)
	}
	return nil
}

// seat reads "Seat 1: name (2€)", and with a bounty "(20000, 10€ bounty)".
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
	return p.s.Seat(number, bytes.TrimRight(rest[:open], " "), stack, bytes.Contains(rest[open:], []byte("sitting out")), p.s.Here())
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

func (p *parser) section(line []byte) error {
	name, rest, ok := bytes.Cut(line[4:], []byte(" ***"))
	if !ok {
		return nil
	}
	switch string(name) {
	case "FLOP", "TURN", "RIVER", "3rd STREET", "4th STREET", "5th STREET", "6th STREET", "7th STREET", "FIRST DRAW", "SECOND DRAW", "THIRD DRAW", "DRAW":
		p.s.Street(p.s.Here())
		cs, at, err := p.s.LastBracket(line, rest)
		if err != nil {
			return err
		}
		if len(cs) > 0 {
			p.s.Board(cs, at)
		}
	case "SUMMARY":
		p.summary = true
	}
	return nil
}

func (p *parser) player(i int, line, deed []byte) error {
	at := p.s.Pos(line, deed)
	apart := bytes.HasSuffix(deed, []byte("out of position"))
	for _, d := range deeds {
		rest, ok := scribe.Cut(deed, d.words)
		if !ok {
			continue
		}
		amount, err := p.s.AmountIn(line, rest)
		if err != nil {
			return err
		}
		if apart && d.apart != nil {
			d.apart(&p.s.Scribe, i, amount, at)
		} else {
			d.do(&p.s.Scribe, i, amount, at)
		}
		return nil
	}
	switch {
	case scribe.Has(deed, "folds"):
		p.s.Fold(i, at)
	case scribe.Has(deed, "checks"):
		p.s.Check(i, at)
	case scribe.Has(deed, "stands pat"):
		p.s.Discard(i, 0, nil, at)
	case scribe.Has(deed, "discards "), scribe.Has(deed, "draws "):
		n, k := scribe.Number(deed[bytes.IndexByte(deed, ' ')+1:])
		if k == 0 {
			return p.s.Line(at, line)
		}
		p.s.Discard(i, int(n), nil, at)
	case scribe.Has(deed, "raises "):
		to := bytes.Index(deed, []byte(" to "))
		if to < 0 {
			return p.s.Line(at, line)
		}
		amount, err := p.s.AmountIn(line, deed[to+len(" to "):])
		if err != nil {
			return err
		}
		p.s.RaiseTo(i, amount, at)
	case scribe.Has(deed, "shows "):
		cs, place, err := p.s.LastBracket(line, deed)
		if err != nil {
			return err
		}
		p.s.Show(i, cs, place)
	case scribe.Has(deed, "mucks"):
		p.s.Muck(i, at)
	case scribe.Has(deed, "collected "):
		rest := deed[len("collected "):]
		amount, err := p.s.AmountIn(line, rest)
		if err != nil {
			return err
		}
		pot := -1
		if side := bytes.Index(rest, []byte("side pot")); side >= 0 {
			pot = 1
			if number, n := scribe.Number(bytes.TrimLeft(rest[side+len("side pot"):], " #")); n > 0 {
				pot = int(min(number, 30))
			}
		} else if bytes.Contains(rest, []byte("main pot")) {
			pot = 0
		}
		p.s.Collect(i, amount, pot)
	}
	return nil
}

type deed = func(s *scribe.Scribe, i int, amount int64, at history.Pos)

// deeds are what players do with chips; apart is the same of a player out of position.
var deeds = []struct {
	words     string
	do, apart deed
}{
	{"posts small blind ", (*scribe.Scribe).Small, (*scribe.Scribe).Dead},
	{"posts big blind ", (*scribe.Scribe).Big, (*scribe.Scribe).Post},
	{"posts ante ", func(s *scribe.Scribe, i int, amount int64, _ history.Pos) { s.Ante(i, amount) }, nil},
	{"posts straddle ", (*scribe.Scribe).Straddle, nil},
	{"posts ", (*scribe.Scribe).Post, nil},
	{"brings in for ", (*scribe.Scribe).BringIn, nil},
	{"bring-in ", (*scribe.Scribe).BringIn, nil},
	{"calls ", (*scribe.Scribe).Call, nil},
	{"bets ", (*scribe.Scribe).Bet, nil},
}

// summed reads a line of the summary.
func (p *parser) summed(line []byte) error {
	rest, ok := scribe.Cut(line, "Total pot ")
	if !ok {
		return nil
	}
	amount, err := p.s.AmountIn(line, rest)
	if err != nil {
		return err
	}
	p.s.Total(amount)
	if bytes.Contains(rest, []byte("No rake")) {
		p.s.Rake(0)
	} else if rake := bytes.Index(rest, []byte("Rake ")); rake >= 0 {
		if amount, err = p.s.AmountIn(line, rest[rake+len("Rake "):]); err != nil {
			return err
		}
		p.s.Rake(amount)
	}
	return nil
}
