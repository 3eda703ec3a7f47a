package pokerstars

import (
	"bytes"

	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// player reads a line that begins with a player's name; rest is what follows.
func (p *parser) player(i int, line, rest []byte) error {
	deed, ok := scribe.Cut(rest, ": ")
	if !ok {
		return p.event(i, line, rest[1:])
	}
	at := p.s.Pos(line, deed)
	allIn := bytes.HasSuffix(deed, []byte("all-in"))
	switch {
	case scribe.Has(deed, "folds"):
		p.s.Fold(i, at)
		return p.folded(i, line, deed)
	case scribe.Has(deed, "checks"):
		p.s.Check(i, at)
	case scribe.Has(deed, "calls "):
		amount, err := p.s.AmountIn(line, deed[6:])
		if err != nil {
			return err
		}
		p.s.Call(i, amount, at)
	case scribe.Has(deed, "bets "):
		amount, err := p.s.AmountIn(line, deed[5:])
		if err != nil {
			return err
		}
		p.s.Bet(i, amount, at)
	case scribe.Has(deed, "raises "):
		return p.raises(i, line, deed[7:], at)
	case scribe.Has(deed, "completes "):
		return p.raises(i, line, deed[10:], at)
	case scribe.Has(deed, "brings in for "), scribe.Has(deed, "brings in low for "):
		amount, err := p.s.AmountIn(line, deed[bytes.Index(deed, []byte("for "))+4:])
		if err != nil {
			return err
		}
		p.s.BringIn(i, amount, at)
	case scribe.Has(deed, "posts "):
		return p.posts(i, line, deed[6:], at, allIn)
	case scribe.Has(deed, "straddle"):
		amount, ok := p.s.LastAmount(deed)
		if !ok {
			return p.s.Line(at, line)
		}
		p.s.Straddle(i, amount, at)
	case scribe.Has(deed, "discards "):
		n, k := scribe.Number(deed[9:])
		if k == 0 {
			return p.s.Line(at, line)
		}
		var list []cards.Card
		if open := bytes.IndexByte(deed, '['); open >= 0 {
			cs, err := p.s.Bracket(line, deed[open:])
			if err != nil {
				return err
			}
			list = cs
		}
		p.s.Discard(i, int(n), list, at)
	case scribe.Has(deed, "stands pat"):
		p.s.Discard(i, 0, nil, at)
	case scribe.Has(deed, "shows "):
		open := bytes.IndexByte(deed, '[')
		if open < 0 {
			return nil
		}
		cs, err := p.s.Bracket(line, deed[open:])
		if err != nil {
			return err
		}
		p.s.Show(i, cs, at)
	case scribe.Has(deed, "mucks hand"), scribe.Has(deed, "doesn't show hand"), scribe.Has(deed, "mucks"):
		p.s.Muck(i, at)
	case p.state != inSeats && bytes.IndexByte(deed, '[') < 0 && !bytes.ContainsAny(deed, "0123456789"):
		// what is said about the player
	case scribe.Has(deed, "is "), scribe.Has(deed, "sits "), scribe.Has(deed, "Chooses"), scribe.Has(deed, "Pays Cashout"), scribe.Has(deed, "Receives Cashout"), scribe.Has(deed, "cashed out"), scribe.Has(deed, "said"):
	case p.state == inSeats && !bytes.ContainsAny(deed, "0123456789"):
	default:
		return p.s.Line(at, line)
	}
	return nil
}

// folded takes the cards that a player shows who folds.
func (p *parser) folded(i int, line, deed []byte) error {
	open := bytes.IndexByte(deed, '[')
	if open < 0 {
		return nil
	}
	cs, err := p.s.Bracket(line, deed[open:])
	if err == nil {
		p.s.Known(i, cs, p.s.Pos(line, deed[open:]))
	}
	return err
}

// raises reads "$2 to $4", or one amount that is put in.
func (p *parser) raises(i int, line, rest []byte, at history.Pos) error {
	amount, n := p.s.Amount(rest)
	if n == 0 {
		return p.s.Fail(p.s.Pos(line, rest), history.CodeMoney, "not an amount", "")
	}
	if to, ok := scribe.Cut(rest[n:], " to "); ok {
		if amount, n = p.s.Amount(to); n == 0 {
			return p.s.Fail(p.s.Pos(line, to), history.CodeMoney, "not an amount", "")
		}
		p.s.RaiseTo(i, amount, at)
		return nil
	}
	if scribe.Has(rest, "to ") {
		return p.raises(i, line, rest[3:], at)
	}
	p.s.RaiseTo(i, p.s.Level()+amount, at)
	return nil
}

// posts reads what is posted.
func (p *parser) posts(i int, line, rest []byte, at history.Pos, allIn bool) error {
	amount, ok := p.posted(rest)
	if !ok {
		return p.s.Line(at, line)
	}
	switch {
	case scribe.Has(rest, "the ante "), scribe.Has(rest, "ante "):
		p.s.Ante(i, amount)
	case scribe.Has(rest, "small & big blinds "), scribe.Has(rest, "small and big blinds "), scribe.Has(rest, "big & small blinds "), scribe.Has(rest, "small & big blind "):
		big := p.s.BigBlind()
		live := min(amount, big)
		p.s.Dead(i, amount-live, at)
		p.s.Post(i, live, at)
	case scribe.Has(rest, "small blind "), scribe.Has(rest, "the small blind "):
		p.s.Small(i, amount, at)
	case scribe.Has(rest, "big blind "), scribe.Has(rest, "the big blind "):
		p.s.Big(i, amount, at)
	case scribe.Has(rest, "button blind "):
		p.s.Straddle(i, amount, at)
	case scribe.Has(rest, "straddle "), scribe.Has(rest, "a straddle "), scribe.Has(rest, "mississippi straddle "), scribe.Has(rest, "the straddle "):
		p.s.Straddle(i, amount, at)
	case scribe.Has(rest, "dead "), scribe.Has(rest, "a dead "), scribe.Has(rest, "missed "), scribe.Has(rest, "the dead "):
		p.s.Dead(i, amount, at)
	default:
		p.s.Post(i, amount, at)
	}
	return nil
}

// posted is the amount of a post: the last one of the line.
func (p *parser) posted(rest []byte) (int64, bool) {
	if i := bytes.Index(rest, []byte(" and is all-in")); i >= 0 {
		rest = rest[:i]
	}
	return p.s.LastAmount(rest)
}

// event reads what is told of a player without a colon.
func (p *parser) event(i int, line, rest []byte) error {
	if scribe.Has(rest, "said, ") {
		return nil
	}
	if deed, ok := scribe.Cut(rest, "collected "); ok {
		return p.collected(i, line, deed)
	}
	if deed, ok := scribe.Cut(rest, "wins "); ok && bytes.Contains(deed, []byte("pot")) {
		return p.collected(i, line, deed)
	}
	return nil
}

// collected reads "$5 from pot", "(5) from side pot-2".
func (p *parser) collected(i int, line, deed []byte) error {
	if scribe.Has(deed, "(") {
		deed = deed[1:]
	}
	amount, err := p.s.AmountIn(line, deed)
	if err != nil {
		return err
	}
	pot := -1
	if side := bytes.Index(deed, []byte("side pot")); side >= 0 {
		pot = 1
		if number, n := scribe.Number(bytes.TrimLeft(deed[side+len("side pot"):], "-# ")); n > 0 {
			pot = int(min(number, 30))
		}
	} else if bytes.Contains(deed, []byte("main pot")) {
		pot = 0
	}
	p.s.Collect(i, amount, pot)
	return nil
}

// summary reads a line after "*** SUMMARY ***".
func (p *parser) summary(line []byte) error {
	if scribe.Has(line, "Total pot ") {
		return p.totalPot(line)
	}
	if !scribe.Has(line, "Seat ") {
		return nil
	}
	number, n := scribe.Number(line[5:])
	rest, ok := scribe.Cut(line[5+n:], ": ")
	i := p.s.Numbered(number)
	if !ok || i < 0 {
		return nil
	}
	name := p.s.Name(i)
	if !scribe.Has(rest, name) {
		return nil
	}
	rest = rest[len(name):]
	for _, word := range []string{"mucked [", "showed ["} {
		if k := bytes.Index(rest, []byte(word)); k >= 0 {
			at := rest[k+len(word)-1:]
			if cs, err := p.s.Bracket(line, at); err == nil {
				p.s.Known(i, cs, p.s.Pos(line, at))
			}
		}
	}
	for _, word := range []string{"won (", "collected ("} {
		for from := 0; i < len(p.won); {
			k := bytes.Index(rest[from:], []byte(word))
			if k < 0 {
				break
			}
			from += k + len(word)
			if amount, n := p.s.Amount(rest[from:]); n > 0 {
				p.won[i] += amount
			}
		}
	}
	return nil
}

// totalPot reads "Total pot $9 Main pot $5. Side pot $3. | Rake $1 | Jackpot $0".
func (p *parser) totalPot(line []byte) error {
	rest := line[len("Total pot "):]
	amount, n := p.s.Amount(rest)
	if n == 0 {
		return p.s.Fail(p.s.Pos(line, rest), history.CodeMoney, "not an amount", "")
	}
	p.s.Total(amount)
	for {
		k := bytes.IndexByte(rest, '|')
		if k < 0 {
			return nil
		}
		rest = rest[k+1:]
		word := bytes.TrimLeft(rest, " ")
		space := bytes.IndexByte(word, ' ')
		if space < 0 {
			continue
		}
		if amount, n := p.s.Amount(word[space+1:]); n > 0 {
			p.s.Rake(amount)
		}
	}
}
