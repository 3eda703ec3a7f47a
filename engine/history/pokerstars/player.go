package pokerstars

import (
	"bytes"

	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// player reads a line that begins with a player's name; rest is what follows.
func (p *parser) player(i int, line, rest []byte) error {
	deed, ok := cut(rest, ": ")
	if !ok {
		return p.event(i, line, rest[1:])
	}
	at := p.pos(line, deed)
	allIn := bytes.HasSuffix(deed, []byte("all-in"))
	switch {
	case has(deed, "folds"):
		p.s.Fold(i, at)
		return p.folded(i, line, deed)
	case has(deed, "checks"):
		p.s.Check(i, at)
	case has(deed, "calls "):
		amount, err := p.amount(line, deed[6:])
		if err != nil {
			return err
		}
		p.s.Call(i, amount, at)
	case has(deed, "bets "):
		amount, err := p.amount(line, deed[5:])
		if err != nil {
			return err
		}
		p.s.Bet(i, amount, at)
	case has(deed, "raises "):
		return p.raises(i, line, deed[7:], at)
	case has(deed, "completes "):
		return p.raises(i, line, deed[10:], at)
	case has(deed, "brings in for "), has(deed, "brings in low for "):
		amount, err := p.amount(line, deed[bytes.Index(deed, []byte("for "))+4:])
		if err != nil {
			return err
		}
		p.s.BringIn(i, amount, at)
	case has(deed, "posts "):
		return p.posts(i, line, deed[6:], at, allIn)
	case has(deed, "straddle"):
		amount, ok := p.lastAmount(deed)
		if !ok {
			return p.s.Line(at, line)
		}
		p.s.Straddle(i, amount, at)
	case has(deed, "discards "):
		n, k := scribe.Number(deed[9:])
		if k == 0 {
			return p.s.Line(at, line)
		}
		p.cards = [history.MaxActionCards]cards.Card{}
		list := p.cards[:0]
		if open := bytes.IndexByte(deed, '['); open >= 0 {
			cs, err := p.bracket(line, deed[open:])
			if err != nil {
				return err
			}
			list = cs
		}
		p.s.Discard(i, int(n), list, at)
	case has(deed, "stands pat"):
		p.s.Discard(i, 0, nil, at)
	case has(deed, "shows "):
		open := bytes.IndexByte(deed, '[')
		if open < 0 {
			return nil
		}
		cs, err := p.bracket(line, deed[open:])
		if err != nil {
			return err
		}
		p.s.Show(i, cs, at)
	case has(deed, "mucks hand"), has(deed, "doesn't show hand"), has(deed, "mucks"):
		p.s.Muck(i, at)
	case p.state != inSeats && bytes.IndexByte(deed, '[') < 0 && !bytes.ContainsAny(deed, "0123456789"):
		// what is said about the player
	case has(deed, "is "), has(deed, "sits "), has(deed, "Chooses"), has(deed, "Pays Cashout"), has(deed, "Receives Cashout"), has(deed, "cashed out"), has(deed, "said"):
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
	cs, err := p.bracket(line, deed[open:])
	if err == nil {
		p.s.Known(i, cs, p.pos(line, deed[open:]))
	}
	return err
}

func (p *parser) amount(line, rest []byte) (int64, error) {
	amount, n := p.s.Amount(rest)
	if n == 0 {
		return 0, p.s.Fail(p.pos(line, rest), history.CodeMoney, "not an amount", "")
	}
	return amount, nil
}

// lastAmount is the last amount of a line.
func (p *parser) lastAmount(line []byte) (int64, bool) {
	for k := len(line) - 1; k >= 0; k-- {
		if line[k]-'0' > 9 {
			continue
		}
		for k > 0 && line[k-1] != ' ' && line[k-1] != '(' {
			k--
		}
		amount, n := p.s.Amount(line[k:])
		return amount, n > 0
	}
	return 0, false
}

// raises reads "$2 to $4", or one amount that is put in.
func (p *parser) raises(i int, line, rest []byte, at history.Pos) error {
	amount, n := p.s.Amount(rest)
	if n == 0 {
		return p.s.Fail(p.pos(line, rest), history.CodeMoney, "not an amount", "")
	}
	if to, ok := cut(rest[n:], " to "); ok {
		if amount, n = p.s.Amount(to); n == 0 {
			return p.s.Fail(p.pos(line, to), history.CodeMoney, "not an amount", "")
		}
		p.s.RaiseTo(i, amount, at)
		return nil
	}
	if has(rest, "to ") {
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
	case has(rest, "the ante "), has(rest, "ante "):
		p.s.Ante(i, amount)
	case has(rest, "small & big blinds "), has(rest, "small and big blinds "), has(rest, "big & small blinds "), has(rest, "small & big blind "):
		big := p.s.BigBlind()
		live := min(amount, big)
		p.s.Dead(i, amount-live, at)
		p.s.Post(i, live, at)
	case has(rest, "small blind "), has(rest, "the small blind "):
		p.s.Small(i, amount, at)
	case has(rest, "big blind "), has(rest, "the big blind "):
		p.s.Big(i, amount, at)
	case has(rest, "button blind "):
		p.s.Straddle(i, amount, at)
	case has(rest, "straddle "), has(rest, "a straddle "), has(rest, "mississippi straddle "), has(rest, "the straddle "):
		p.s.Straddle(i, amount, at)
	case has(rest, "dead "), has(rest, "a dead "), has(rest, "missed "), has(rest, "the dead "):
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
	return p.lastAmount(rest)
}

// event reads what is told of a player without a colon.
func (p *parser) event(i int, line, rest []byte) error {
	if has(rest, "said, ") {
		return nil
	}
	if deed, ok := cut(rest, "collected "); ok {
		return p.collected(i, line, deed)
	}
	if deed, ok := cut(rest, "wins "); ok && bytes.Contains(deed, []byte("pot")) {
		return p.collected(i, line, deed)
	}
	return nil
}

// collected reads "$5 from pot", "(5) from side pot-2".
func (p *parser) collected(i int, line, deed []byte) error {
	if has(deed, "(") {
		deed = deed[1:]
	}
	amount, err := p.amount(line, deed)
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
	if has(line, "Total pot ") {
		return p.totalPot(line)
	}
	if !has(line, "Seat ") {
		return nil
	}
	number, n := scribe.Number(line[5:])
	rest, ok := cut(line[5+n:], ": ")
	i := p.s.Numbered(number)
	if !ok || i < 0 {
		return nil
	}
	name := p.s.Name(i)
	if !has(rest, name) {
		return nil
	}
	rest = rest[len(name):]
	for _, word := range []string{"mucked [", "showed ["} {
		if k := bytes.Index(rest, []byte(word)); k >= 0 {
			at := rest[k+len(word)-1:]
			if cs, err := p.bracket(line, at); err == nil {
				p.s.Known(i, cs, p.pos(line, at))
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
		return p.s.Fail(p.pos(line, rest), history.CodeMoney, "not an amount", "")
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
