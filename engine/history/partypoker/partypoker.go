// Package partypoker reads hands as PartyPoker and 888poker (Pacific) write them: amounts
// and cards in brackets, "** Dealing flop **" between the streets, and raises told by the
// chips that go in.
package partypoker

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is how PartyPoker writes hands; Format888 is that of 888poker and others of the
// Pacific network.
var (
	Format    = history.Format{Name: "PartyPoker", Is: isParty, New: func() history.Parser { return &parser{} }}
	Format888 = history.Format{Name: "888poker", Is: is888, New: func() history.Parser { return &parser{pacific: true} }}
)

const mark = "Hand History "

func isHeader(line []byte) bool {
	return scribe.Has(line, "*") && bytes.Contains(line, []byte(mark)) && bytes.Contains(line, []byte("Game "))
}

func pacific(line []byte) bool {
	return bytes.Contains(line, []byte("888")) || bytes.Contains(line, []byte("Pacific")) || bytes.Contains(line, []byte("Cassava"))
}

func isParty(start []byte) bool {
	line := firstHeader(start)
	return line != nil && !pacific(line)
}

func is888(start []byte) bool { return pacific(firstHeader(start)) }

// firstHeader is the header of the first hand. A line that counts the hands may stand
// before it.
func firstHeader(start []byte) []byte {
	n := 0
	for line := range bytes.Lines(start) {
		if line = scribe.Trim(line); isHeader(line) {
			return line
		}
		if n++; n > 10 {
			break
		}
	}
	return nil
}

type parser struct {
	s       scribe.Text
	h       *history.Hand
	pacific bool
	stakes  bool // the line of the stakes was read
	table   bool
}

// Length finds the header of the next hand.
func (p *parser) Length(text []byte, last bool) int {
	return scribe.Length(text, last, mark, isHeader)
}

// Read reads one hand.
func (p *parser) Read(h *history.Hand, text []byte) error {
	p.h, p.stakes, p.table = h, false, false
	p.s.Begin(h)
	begun := false
	err := p.s.Each(text, func(line []byte) error {
		switch {
		case !begun:
			if begun = isHeader(line); begun {
				return p.header(line)
			}
			return nil
		case !p.stakes:
			return p.game(line)
		}
		return p.line(line)
	})
	switch {
	case err != nil:
		return err
	case !begun:
		return history.ErrNoHand
	case !p.s.Collected():
		return p.s.Fail(p.s.Here(), history.CodeBroken, "the hand breaks off: nobody has won anything", "")
	}
	return p.s.Finish()
}

// header reads "***** Hand History for Game 12345 *****".
func (p *parser) header(line []byte) error {
	i := bytes.Index(line, []byte("Game "))
	if !isHeader(line) || i < 0 {
		return p.s.Fail(p.s.Here(), history.CodeLine, "a hand begins with a line such as \"***** Hand History for Game 12 *****\"", "")
	}
	id, _, _ := bytes.Cut(bytes.TrimLeft(line[i+len("Game "):], " #"), []byte(" "))
	p.h.HandID, p.h.Venue = scribe.ID(id), "PartyPoker"
	if p.pacific {
		p.h.Venue = "888poker"
	}
	return nil
}

// game reads "$0.50/$1 Texas Hold'em Game Table (Limit) - …", "$0.01/$0.02 Blinds No Limit
// Holdem - …", "$25 USD NL Texas Hold'em - …".
func (p *parser) game(line []byte) error {
	p.stakes = true
	game, limit, ok := scribe.GameNamed(line)
	if !ok {
		return p.s.Fail(p.s.Here(), history.CodeGame, "the game is not known", "")
	}
	switch {
	case bytes.Contains(line, []byte("NL ")):
		limit = scribe.NoLimit
	case bytes.Contains(line, []byte("PL ")):
		limit = scribe.PotLimit
	case bytes.Contains(line, []byte("FL ")), bytes.Contains(line, []byte("Fix Limit")):
		limit = scribe.Fixed
	}
	padded := append([]byte(" "), line...)
	low, high, _, found := p.s.Stakes(padded)
	if !found {
		low, high = 0, 0 // the blinds that are posted say it
	}
	if !bytes.Contains(line, []byte("ournament")) && !bytes.Contains(line, []byte("Trny")) {
		p.s.Currency(line)
	}
	p.s.Play(game, limit, low, high)
	return nil
}

func (p *parser) line(line []byte) error {
	if scribe.Has(line, "**") {
		return p.section(line)
	}
	if i, n := p.s.Find(line); i >= 0 && n+1 < len(line) && line[n] == ' ' {
		return p.player(i, line, line[n+1:])
	}
	switch {
	case scribe.Has(line, "Seat "):
		return p.seat(line)
	case scribe.Has(line, "Table ") && !p.table:
		p.table = true
		p.h.TableID = history.TextID(p.s.Word(line[len("Table "):]))
	case scribe.Has(line, "Dealt to "):
		rest := line[len("Dealt to "):]
		i, _ := p.s.Find(rest)
		if i < 0 {
			return p.s.Fail(p.s.Pos(line, rest), history.CodeWho, "nobody of that name has a seat", "")
		}
		cs, at, err := p.s.LastBracket(line, rest)
		if err == nil {
			p.s.Hole(i, cs, at)
		}
		return err
	}
	return nil
}

// seat reads "Seat 1: name ( $25.11 USD )" and "Seat 5 is the button".
func (p *parser) seat(line []byte) error {
	number, n := scribe.Number(line[5:])
	if n > 0 && scribe.Has(line[5+n:], " is the button") {
		p.s.Button(number)
		return nil
	}
	rest, ok := scribe.Cut(line[5+n:], ": ")
	open := bytes.LastIndexByte(rest, '(')
	if n == 0 || !ok || open < 1 {
		return p.s.Line(p.s.Here(), line)
	}
	amount := bytes.TrimLeft(rest[open+1:], " ")
	stack, err := p.s.AmountIn(line, amount)
	if err != nil {
		return err
	}
	return p.s.Seat(number, bytes.TrimRight(rest[:open], " "), stack, false, p.s.Here())
}

func (p *parser) section(line []byte) error {
	for _, name := range []string{"flop", "turn", "river", "Flop", "Turn", "River"} {
		if !bytes.Contains(line, []byte("Dealing "+name)) {
			continue
		}
		p.s.Street(p.s.Here())
		cs, at, err := p.s.LastBracket(line, line)
		if err == nil {
			p.s.Board(cs, at)
		}
		return err
	}
	return nil
}

func (p *parser) player(i int, line, deed []byte) error {
	deed = bytes.TrimSuffix(deed, []byte("."))
	at := p.s.Pos(line, deed)
	switch {
	case scribe.Has(deed, "folds"):
		p.s.Fold(i, at)
		return nil
	case scribe.Has(deed, "checks"):
		p.s.Check(i, at)
		return nil
	case scribe.Has(deed, "shows ["), scribe.Has(deed, "mucks ["), scribe.Has(deed, "doesn't show ["):
		open := bytes.IndexByte(deed, '[')
		cs, err := p.s.Bracket(line, deed[open:])
		if err != nil {
			return err
		}
		if deed[0] == 's' {
			p.s.Show(i, cs, at)
		} else {
			p.s.Known(i, cs, at)
			p.s.Muck(i, at)
		}
		return nil
	case scribe.Has(deed, "did not show"), scribe.Has(deed, "mucks"), scribe.Has(deed, "does not show"):
		p.s.Muck(i, at)
		return nil
	case scribe.Has(deed, "wins "), scribe.Has(deed, "collected "):
		amount, err := p.s.FirstAmount(line, deed)
		if err != nil {
			return err
		}
		pot := -1
		if side := bytes.Index(deed, []byte("side pot ")); side >= 0 {
			number, _ := scribe.Number(bytes.TrimLeft(deed[side+len("side pot "):], "#"))
			pot = int(min(max(number, 1), 30))
		} else if bytes.Contains(deed, []byte("main pot")) {
			pot = 0
		}
		p.s.Collect(i, amount, pot)
		return nil
	case scribe.Has(deed, "posts dead blind"), scribe.Has(deed, "posts big blind + dead"):
		return p.postsBoth(i, line, deed, at)
	}
	for _, d := range deeds {
		if !scribe.Has(deed, d.words) {
			continue
		}
		amount, err := p.s.FirstAmount(line, deed)
		if err != nil {
			return err
		}
		d.do(&p.s.Scribe, i, amount, at)
		return nil
	}
	return nil
}

// postsBoth reads "posts dead blind [$0.01 + $0.02]": the dead small and a live big
// blind.
func (p *parser) postsBoth(i int, line, deed []byte, at history.Pos) error {
	first, err := p.s.FirstAmount(line, deed)
	if err != nil {
		return err
	}
	plus := bytes.LastIndexByte(deed, '+')
	if plus < 0 || bytes.IndexByte(deed[plus:], ']') < 0 {
		live := min(first, p.s.BigBlind())
		p.s.Dead(i, first-live, at)
		p.s.Post(i, live, at)
		return nil
	}
	second, err := p.s.FirstAmount(line, deed[plus:])
	if err != nil {
		return err
	}
	p.s.Dead(i, min(first, second), at)
	p.s.Post(i, max(first, second), at)
	return nil
}

var deeds = []struct {
	words string
	do    func(s *scribe.Scribe, i int, amount int64, at history.Pos)
}{
	{"posts small blind", (*scribe.Scribe).Small},
	{"posts big blind", (*scribe.Scribe).Big},
	{"posts ante", func(s *scribe.Scribe, i int, amount int64, _ history.Pos) { s.Ante(i, amount) }},
	{"posts straddle", (*scribe.Scribe).Straddle},
	{"posts ", (*scribe.Scribe).Post},
	{"calls", (*scribe.Scribe).Call},
	{"bets", (*scribe.Scribe).Bet},
	{"raises", (*scribe.Scribe).RaiseBy},
	{"is all-In", (*scribe.Scribe).AllIn},
	{"is all-in", (*scribe.Scribe).AllIn},
}
