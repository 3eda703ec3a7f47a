package sites

import (
	"bytes"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the logs of the Annual Computer Poker Competition, which have a line
// "STATE:12:cc/r300c/…:AhKd|QsJs/2c3d4h/5s/9c:-300|300:Ann|Bob" for each hand.
//
// A log does not state the stakes. The first comment names the game definition; if it does not, a game without amounts is fixed limit. Fixed limit
// has bets of 10 and 20 with blinds of 5 and 10, no limit has blinds of 50 and 100 and stacks of 20,000, as in the competition; the amount of a raise
// is the player's total in the hand. The first player of a line posts the big blind heads up, and the small blind with more players.

// ACPC is the log of a match.
var ACPC = history.Format{Name: "ACPC", Is: acpcIs, New: func() history.Parser { return &acpcParser{} }}

func acpcIs(start []byte) bool {
	for line := range bytes.Lines(start) {
		if line = scribe.Trim(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		return scribe.Has(line, "STATE:")
	}
	return false
}

type acpcParser struct {
	s       scribe.Scribe
	noLimit bool
	known   bool // the log states the limit
}

// Length returns the length of a line: comments and scores count as lines without a hand.
func (p *acpcParser) Length(text []byte, last bool) int {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return end + 1
	}
	if last {
		return len(text)
	}
	return 0
}

// Read parses one hand.
func (p *acpcParser) Read(h *history.Hand, text []byte) error {
	line := bytes.TrimSpace(text)
	if scribe.Has(line, "#") {
		switch {
		case bytes.Contains(line, []byte("nolimit")), bytes.Contains(line, []byte("no_limit")), bytes.Contains(line, []byte("nlhe")):
			p.noLimit, p.known = true, true
		case bytes.Contains(line, []byte("limit")):
			p.noLimit, p.known = false, true
		}
		return history.ErrNoHand
	}
	if !scribe.Has(line, "STATE:") {
		return history.ErrNoHand
	}
	p.s.Begin(h)
	var fields [6][]byte
	places := [6]int{}
	at := bytes.Index(text, line)
	for i := range fields {
		end := bytes.IndexByte(line, ':')
		if i == len(fields)-1 || end < 0 {
			end = len(line)
		}
		fields[i], places[i] = line[:end], at
		at += end + 1
		line = line[min(len(line), end+1):]
	}
	if len(fields[5]) == 0 {
		return h.ErrorAt(history.Pos(len(text)), history.CodeBroken, "a hand is STATE:number:actions:cards:results:players", "")
	}
	names := bytes.Split(fields[5], []byte("|"))
	results := bytes.Split(fields[4], []byte("|"))
	m := match{s: &p.s, h: h, n: len(names)}
	if m.n < 2 || m.n > 10 || len(results) != m.n {
		return h.ErrorAt(history.Pos(places[5]), history.CodePlayers, "players and results do not agree", "")
	}
	h.HandID, h.Venue = scribe.ID(fields[1]), "ACPC"
	p.s.Site = "acpc"
	m.noLimit = p.noLimit || !p.known && bytes.ContainsAny(fields[2], "0123456789")
	if err := m.sit(names, history.Pos(places[5]), history.Pos(places[2])); err != nil {
		return err
	}
	if err := m.cards(fields[3], places[3]); err != nil {
		return err
	}
	if err := m.play(fields[2], places[2]); err != nil {
		return err
	}
	m.show(history.Pos(places[3]))
	if err := m.pay(results, history.Pos(places[4])); err != nil {
		return err
	}
	p.s.Rake(0)
	return p.s.Finish()
}

// match is a hand of a log that is being read.
type match struct {
	s       *scribe.Scribe
	h       *history.Hand
	n       int
	noLimit bool
	stack   int64 // of every player
	holes   [][]cards.Card
	board   [][]cards.Card // by street
	next    int            // whose turn it is
	in      betting.Set    // players who have not folded
	bet     int64          // the amount that a player must have put in
}

// sit records the stakes, the players and the blinds.
func (m *match) sit(names [][]byte, at, begin history.Pos) error {
	const chip = scribe.Unit
	small, big := int64(5*chip), int64(10*chip)
	m.stack = 1000 * chip
	if m.noLimit {
		small, big, m.stack = 50*chip, 100*chip, 20_000*chip
		m.s.Play(scribe.Holdem, scribe.NoLimit, small, big)
	} else {
		m.s.Play(scribe.Holdem, scribe.Fixed, big, 2*big)
	}
	for i, name := range names {
		if _, err := m.s.Seat(int64(i+1), name, m.stack, false, at); err != nil {
			return err
		}
	}
	first, blinds := 2, [2]int{0, 1}
	if m.n == 2 {
		first, blinds = 1, [2]int{1, 0}
	}
	m.s.Button = int64(m.n)
	m.s.Small(blinds[0], small, begin)
	m.s.Big(blinds[1], big, begin)
	m.next, m.in, m.bet = first%m.n, betting.Bit(m.n)-1, big
	return nil
}

// show shows the hands of the remaining players.
func (m *match) show(at history.Pos) {
	for i, cs := range m.holes {
		if m.in.Len() > 1 && m.in.Has(i) && len(cs) == m.s.Game.Hole {
			m.s.Show(i, cs, at)
		}
	}
}

// pay records everybody's winnings: the result plus the amount put in. The largest amount put in is returned as far as nobody called it.
func (m *match) pay(results [][]byte, at history.Pos) error {
	top, over := m.s.Uncalled()
	for i, text := range results {
		size, negative := bytes.CutPrefix(text, []byte("-"))
		amount, k := m.s.Amount(size)
		if k == 0 {
			return m.h.ErrorAt(at, history.CodeMoney, "a result is no amount", "")
		}
		if negative {
			amount = -amount
		}
		if i == top && over > 0 {
			m.s.Back(i, over, at)
			amount -= over
		}
		if won := amount + m.s.Put(i); won > 0 {
			m.s.Collect(i, won, -1, at)
		}
	}
	return nil
}

// forward gives the turn to the next player who has not folded and is not all in.
func (m *match) forward() {
	for range m.n {
		m.next = (m.next + 1) % m.n
		if m.in.Has(m.next) && m.s.Put(m.next) < m.stack {
			return
		}
	}
}

func (m *match) play(text []byte, at int) error {
	street := 0
	before := int64(0) // put in before the street, by every remaining player
	for i := 0; i < len(text); i++ {
		pos, who := history.Pos(at+i), m.next
		switch c := text[i]; c {
		case '/':
			if street >= len(m.board) {
				return m.h.ErrorAt(pos, history.CodeBroken, "there are no cards for the street", "")
			}
			m.street(street, pos)
			street++
			before = m.bet
			m.next = m.n - 1
			if m.n == 2 {
				m.next = 1
			}
		case 'f':
			m.s.Fold(who, pos)
			m.in &^= betting.Bit(who)
		case 'c':
			if owed := min(m.bet, m.stack) - m.s.Put(who); owed > 0 {
				m.s.Call(who, owed, pos)
			} else {
				m.s.Check(who, pos)
			}
		case 'r', 'b':
			to, k, err := m.raise(text[i+1:], street, pos)
			if err != nil {
				return err
			}
			i += k
			if put := to - m.s.Put(who); m.bet > before {
				m.s.RaiseBy(who, put, pos)
			} else {
				m.s.Bet(who, put, pos)
			}
			m.bet = to
		default:
			return m.h.ErrorAt(pos, history.CodeLine, "no action is called "+string(rune(c)), "f, c and r, with an amount in no limit")
		}
		m.forward()
	}
	for ; street < len(m.board); street++ {
		m.street(street, history.Pos(at))
	}
	return nil
}

func (m *match) street(k int, at history.Pos) {
	m.s.Street(at)
	m.s.Board(m.board[k], at)
}

// raise returns the player's total in the pot after a raise, and the number of bytes of its amount.
func (m *match) raise(text []byte, street int, at history.Pos) (to int64, k int, err error) {
	to = m.bet + 10*scribe.Unit
	if street > 1 {
		to += 10 * scribe.Unit
	}
	v, k := scribe.Number(text)
	switch {
	case k > 0:
		to = min(v, history.MaxAmount/scribe.Unit+1) * scribe.Unit
	case m.noLimit:
		return 0, 0, m.h.ErrorAt(at, history.CodeMoney, "a raise without an amount", "")
	}
	if to <= m.s.Put(m.next) || to > history.MaxAmount {
		return 0, 0, m.h.ErrorAt(at, history.CodeMoney, "a raise to less than there is", "")
	}
	return to, k, nil
}

// cards parses "AhKd|QsJs/2c3d4h/5s/9c".
func (m *match) cards(text []byte, at int) error {
	for i, part := range bytes.Split(text, []byte("/")) {
		pieces := [][]byte{part}
		if i == 0 {
			pieces = bytes.Split(part, []byte("|"))
			if len(pieces) != m.n {
				return m.h.ErrorAt(history.Pos(at), history.CodeFace, "hands and players do not agree", "")
			}
		}
		for k, piece := range pieces {
			cs, n := scribe.Cards(piece, nil)
			if n != len(piece) {
				return m.h.ErrorAt(history.Pos(at), history.CodeFace, "not a card", "cards are a rank and a suit: Ah, Td")
			}
			if i > 0 {
				m.board = append(m.board, cs)
				continue
			}
			m.holes = append(m.holes, cs)
			if len(cs) == m.s.Game.Hole {
				m.s.Hole(k, cs, history.Pos(at))
			}
		}
		at += len(part) + 1
	}
	return nil
}
