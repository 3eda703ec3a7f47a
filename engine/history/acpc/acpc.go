// Package acpc reads the logs of the Annual Computer Poker Competition: a line
// "STATE:12:cc/r300c/…:AhKd|QsJs/2c3d4h/5s/9c:-300|300:Ann|Bob" for each hand.
//
// A log does not say the stakes. The first comment names the game definition; where it
// does not, a game without amounts is fixed limit. Fixed limit is bets of 10 and 20 with
// blinds of 5 and 10, no limit is blinds of 50 and 100 and stacks of 20,000, as the
// competition has played them; amounts of raises are what a player has put in during the
// hand. The first player of a line posts the big blind heads up, and the small blind with
// more players.
package acpc

import (
	"bytes"

	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is the log of a match.
var Format = history.Format{Name: "ACPC", Is: is, New: func() history.Parser { return &parser{} }}

func is(start []byte) bool {
	for line := range bytes.Lines(start) {
		if line = scribe.Trim(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		return scribe.Has(line, "STATE:")
	}
	return false
}

type parser struct {
	s       scribe.Text
	noLimit bool
	known   bool // the log says which limit
}

// Length is a line: comments and scores are passed over as lines of no hand.
func (p *parser) Length(text []byte, last bool) int {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return end + 1
	}
	if last {
		return len(text)
	}
	return 0
}

// Read reads one hand.
func (p *parser) Read(h *history.Hand, text []byte) error {
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
	return p.hand(h, fields, places)
}

func (p *parser) hand(h *history.Hand, f [6][]byte, at [6]int) error {
	s := &p.s
	h.HandID, h.Venue = scribe.ID(f[1]), "ACPC"
	s.Site("acpc")
	names := bytes.Split(f[5], []byte("|"))
	results := bytes.Split(f[4], []byte("|"))
	n := len(names)
	if n < 2 || n > 10 || len(results) != n {
		return h.ErrorAt(history.Pos(at[5]), history.CodePlayers, "players and results do not agree", "")
	}
	noLimit := p.noLimit || !p.known && bytes.ContainsAny(f[2], "0123456789")
	const chip = scribe.Unit
	small, big, stack := int64(5*chip), int64(10*chip), int64(1000*chip)
	limit := scribe.Fixed
	if noLimit {
		small, big, stack, limit = 50*chip, 100*chip, 20_000*chip, scribe.NoLimit
		s.Play(scribe.Holdem, limit, small, big)
	} else {
		s.Play(scribe.Holdem, limit, big, 2*big)
	}
	for i, name := range names {
		if err := s.Seat(int64(i+1), name, stack, false, history.Pos(at[5])); err != nil {
			return err
		}
	}
	first, blinds := 2, [2]int{0, 1}
	if n == 2 {
		first, blinds = 1, [2]int{1, 0}
	}
	s.Button(int64(n))
	s.Small(blinds[0], small, history.Pos(at[2]))
	s.Big(blinds[1], big, history.Pos(at[2]))
	holes, board, err := p.cards(h, f[3], at[3], n)
	if err != nil {
		return err
	}
	for i, cs := range holes {
		if len(cs) == 2 {
			s.Hole(i, cs, history.Pos(at[3]))
		}
	}
	t := turn{n: n, next: first % n, in: (1 << n) - 1, put: map[int]int64{blinds[0]: small, blinds[1]: big}, bet: big}
	if err := p.play(h, f[2], at[2], &t, board, stack, noLimit); err != nil {
		return err
	}
	left := 0
	for i := range n {
		if t.in>>i&1 != 0 {
			left++
		}
	}
	for i := range n {
		if left > 1 && t.in>>i&1 != 0 && len(holes[i]) == 2 {
			s.Show(i, holes[i], history.Pos(at[3]))
		}
	}
	most := int64(0)
	second := int64(0)
	for i := range n {
		switch put := t.put[i]; {
		case put > most:
			most, second = put, most
		case put > second:
			second = put
		}
	}
	for i, text := range results {
		negative := len(text) > 0 && text[0] == '-'
		amount, k := s.Amount(bytes.TrimPrefix(text, []byte("-")))
		if k == 0 {
			return h.ErrorAt(history.Pos(at[4]), history.CodeMoney, "a result is no amount", "")
		}
		if negative {
			amount = -amount
		}
		if won := amount + min(t.put[i], second); won > 0 {
			s.Collect(i, won, -1)
		}
		if t.put[i] > second && most > second {
			s.Back(i, most-second)
		}
	}
	s.Rake(0)
	return s.Finish()
}

// turn is whose turn it is in a log.
type turn struct {
	n, next int
	in, all uint // players who have not folded, and those who are all in
	put     map[int]int64
	bet     int64 // what one has to have put in
}

func (t *turn) forward() {
	for range t.n {
		t.next = (t.next + 1) % t.n
		if t.in>>t.next&1 != 0 && t.all>>t.next&1 == 0 {
			return
		}
	}
}

func (p *parser) play(h *history.Hand, text []byte, at int, t *turn, board [][]cards.Card, stack int64, noLimit bool) error {
	s := &p.s
	street := 0
	step := []int64{10 * scribe.Unit, 10 * scribe.Unit, 20 * scribe.Unit, 20 * scribe.Unit}
	before := int64(0) // put in before the street, by everybody who is in
	for i := 0; i < len(text); i++ {
		pos := history.Pos(at + i)
		who := t.next
		switch c := text[i]; c {
		case '/':
			if street >= len(board) {
				return h.ErrorAt(pos, history.CodeBroken, "there are no cards for the street", "")
			}
			s.Street(pos)
			s.Board(board[street], pos)
			street++
			before = t.bet
			t.next = t.n - 1
			if t.n == 2 {
				t.next = 1
			}
			t.forward()
			continue
		case 'f':
			s.Fold(who, pos)
			t.in &^= 1 << who
		case 'c':
			switch owed := min(t.bet, stack) - t.put[who]; {
			case owed > 0:
				s.Call(who, owed, pos)
				t.put[who] += owed
			default:
				s.Check(who, pos)
			}
		case 'r', 'b':
			to := t.bet + step[min(street, 3)]
			if v, k := scribe.Number(text[i+1:]); k > 0 {
				to = v * scribe.Unit
				i += k
			} else if noLimit {
				return h.ErrorAt(pos, history.CodeMoney, "a raise without an amount", "")
			}
			if to <= t.put[who] {
				return h.ErrorAt(pos, history.CodeMoney, "a raise to less than there is", "")
			}
			if t.bet > before {
				s.RaiseBy(who, to-t.put[who], pos)
			} else {
				s.Bet(who, to-t.put[who], pos)
			}
			t.put[who], t.bet = to, to
		default:
			return h.ErrorAt(pos, history.CodeLine, "no action is called "+string(rune(c)), "f, c and r, with an amount in no limit")
		}
		if t.put[who] >= stack {
			t.all |= 1 << who
		}
		t.forward()
	}
	for ; street < len(board); street++ {
		s.Street(history.Pos(at))
		s.Board(board[street], history.Pos(at))
	}
	return nil
}

// cards reads "AhKd|QsJs/2c3d4h/5s/9c".
func (p *parser) cards(h *history.Hand, text []byte, at, n int) (holes [][]cards.Card, board [][]cards.Card, err error) {
	for i, part := range bytes.Split(text, []byte("/")) {
		pieces := [][]byte{part}
		if i == 0 {
			pieces = bytes.Split(part, []byte("|"))
			if len(pieces) != n {
				return nil, nil, h.ErrorAt(history.Pos(at), history.CodeFace, "hands and players do not agree", "")
			}
		}
		for _, piece := range pieces {
			cs, k := scribe.Cards(piece, nil)
			if k != len(piece) {
				return nil, nil, h.ErrorAt(history.Pos(at), history.CodeFace, "not a card", "cards are a rank and a suit: Ah, Td")
			}
			if i == 0 {
				holes = append(holes, cs)
			} else {
				board = append(board, cs)
			}
		}
		at += len(part) + 1
	}
	return holes, board, nil
}
