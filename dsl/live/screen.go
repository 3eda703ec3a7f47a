package live

import (
	"fmt"
	"regexp"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/speech"
)

// Screen returns the table as text: street, board and pot, a line for each seat with its chips and cards, the looking seat's
// hand, and whose turn it is. Each line makes sense by itself; nothing is drawn. Down cards are in brackets if others are face
// up. On a narrow screen a seat's cards are below its line.
func (h *Hand) Screen(v View) string {
	state := h.Seen(v)
	s := &screen{h: &state, v: v, width: v.columns(), absent: h.setup.Absent}
	s.head()
	s.seats()
	if gone := s.h.OutOfPlay(); gone != 0 {
		s.line("out of play: " + s.v.Style.Cards(gone.Cards()))
	}
	seat := s.v.Seat
	if seat >= 0 && seat < s.h.Seats() && s.h.Live().Has(seat) && s.h.Pending() != nil {
		if words := worth(s.h, seat); words != "" {
			s.fold("your hand: " + words)
		}
	}
	s.turn()
	return s.b.String()
}

// screen is a screen being written, of a hand as the viewer sees it.
type screen struct {
	h     *hand.Hand
	v     View
	width int
	// absent are the seats that sit out this hand.
	absent betting.Set
	b      strings.Builder
}

func (s *screen) line(text string) { s.b.WriteString(strings.TrimRight(text, " ") + "\n") }

func (s *screen) money(units int64) string { return s.h.Plan().Stakes.Price(units) }

// cell is a piece of a line: its text as printed, and its width without color codes.
type cell struct {
	text  string
	width int
}

func plainCell(text string) cell { return cell{text, columns(text)} }

func (s *screen) ink(text string, ink speech.TextKind) cell {
	return cell{s.v.Style.Text(text, ink), columns(text)}
}

func (s *screen) cards(list []cards.Card) cell {
	return cell{s.v.Style.Cards(list), max(0, 3*len(list)-1)}
}

func (c cell) pad(width int) string { return c.text + strings.Repeat(" ", max(0, width-c.width)) }

// head writes the street with the board, and the pot.
func (s *screen) head() {
	title := speech.Street(s.h)
	if s.h.Pending() == nil {
		title = "Over"
	}
	left := s.ink(title, speech.Heading)
	names, runs := s.h.Plan().Game.Boards, s.h.Runs()
	for i := range runs * max(1, len(names)) {
		run, k, name, h := i/max(1, len(names)), i%max(1, len(names)), "", s.h
		if runs > 1 {
			one := s.h.OnRun(run)
			h, name = &one, fmt.Sprintf("run %d ", run+1)
		}
		board := h.BoardOf(nil, k)
		if len(board) == 0 {
			continue
		}
		if names != nil {
			name += names[k] + " "
		}
		on := s.cards(board)
		left = cell{left.text + "  " + name + on.text, left.width + 2 + len(name) + on.width}
	}
	pot := plainCell(s.potWords())
	if left.width+2+pot.width > s.width {
		s.line(left.text)
		s.fold(pot.text)
		return
	}
	at := 60
	if s.width >= twoColumns {
		at = s.width * 3 / 4
	}
	s.line(left.pad(min(s.width-pot.width, at)) + pot.text)
}

// potWords returns the pot, and the bets that are not in it yet.
func (s *screen) potWords() string {
	if words := s.bankWords(); words != "" {
		return words
	}
	bets := int64(0)
	for i := range s.h.Seats() {
		bets += s.h.Wagered(i)
	}
	words := "pot " + s.money(s.h.Pot())
	var list betting.List
	s.h.Pots(&list)
	if list.N > 1 && s.h.Pending() != nil {
		words += fmt.Sprintf(" (main %s", s.money(list.Pot[0].Amount))
		for i := 1; i < list.N; i++ {
			words += fmt.Sprintf(", side %s", s.money(list.Pot[i].Amount))
		}
		words += ")"
	}
	if bets > 0 {
		words += ", bets " + s.money(bets)
	}
	return words
}

// twoColumns is the width from which the seats stand in two columns where they fit.
const twoColumns = 100

// seats writes the lines of the seats, from seat 1.
func (s *screen) seats() {
	n := s.h.Seats()
	rows := make([][]cell, n)
	widths := make([]int, 4)
	for i := range n {
		place := ""
		if i == s.v.Seat {
			place = "you"
		}
		if i == s.h.Button() {
			place = strings.TrimPrefix(place+", button", ", ")
		}
		name := s.v.Style.Seat(int8(i))
		if s.width < 60 {
			name = strings.TrimPrefix(name, "seat ")
			if r := []rune(name); len(r) > narrowName {
				name = string(r[:narrowName-1]) + "."
			}
			place = strings.Replace(place, "button", "btn", 1)
		}
		rows[i] = []cell{plainCell(name), plainCell(place), plainCell(s.money(s.h.Stack(i))), s.stands(i), s.hole(i)}
		for k := range widths {
			widths[k] = max(widths[k], rows[i][k].width)
		}
	}
	before, most := 2, 0
	for _, w := range widths {
		before += w + 2
	}
	for _, row := range rows {
		most = max(most, row[4].width)
	}
	beside := 0 // seats in the left column
	if n > 3 && s.width >= twoColumns && 2*(before+most)+4 <= s.width {
		beside = (n + 1) / 2
	}
	lines := make([]string, 0, n)
	for i, row := range rows {
		mark := "  "
		if d := s.h.Pending(); d != nil && int(d.Seat) == i {
			mark = "> "
		}
		line := mark
		for k, w := range widths {
			line += row[k].pad(w) + "  "
		}
		switch hole := row[4]; {
		case beside > 0:
			lines = append(lines, line+hole.pad(most))
		case before+hole.width <= s.width:
			s.line(line + hole.text)
		default:
			s.line(line)
			s.line(strings.Repeat(" ", min(10, max(2, s.width-hole.width))) + hole.text)
		}
	}
	for i := range beside {
		line := lines[i]
		if i+beside < n {
			line += "    " + lines[i+beside]
		}
		s.line(strings.TrimRight(line, " "))
	}
}

// narrowName is the length of a name on a narrow screen.
const narrowName = 10

// stands returns the bet of a seat, or that it is out.
func (s *screen) stands(i int) cell {
	switch wager := s.h.Wagered(i); {
	case s.passed(i):
		return s.ink("passed", speech.Note)
	case !s.h.Live().Has(i) && s.absent.Has(i):
		return s.ink("sits out", speech.Note)
	case !s.h.Live().Has(i):
		return s.ink("folded", speech.Note)
	case s.h.Pending() == nil:
		net := speech.Signed(s.money(s.h.Net(i)))
		if s.h.Net(i) > 0 {
			return s.ink(net, speech.Prize)
		}
		return plainCell(net)
	case s.h.Stack(i) == 0 && wager > 0:
		return s.ink("all in "+s.money(wager), speech.Stress)
	case s.h.Stack(i) == 0:
		return s.ink("all in", speech.Stress)
	case wager > 0:
		return plainCell("bet " + s.money(wager))
	}
	return cell{}
}

// hole returns the cards of a seat; down cards are in brackets if the game also has up cards.
func (s *screen) hole(i int) cell {
	if !s.h.Live().Has(i) {
		return cell{}
	}
	if s.h.Hands(i) > 1 || s.h.Plan().AgainstBank && len(s.h.Hole(i)) > hand.MaxHole {
		return s.several(i)
	}
	if apart := s.apart(i); apart.width > 0 {
		return apart
	}
	var down, up []cards.Card
	for k, c := range s.h.Hole(i) {
		if s.h.IsUp(i, k) {
			up = append(up, c)
		} else {
			down = append(down, c)
		}
	}
	d, u := s.cards(down), s.cards(up)
	switch {
	case len(up) == 0:
		return d
	case len(down) == 0:
		return u
	}
	return cell{"(" + d.text + ") " + u.text, d.width + u.width + 3}
}

// apart returns the cards that a seat has set apart, hand by hand, and then the others; empty if none are visibly set apart.
func (s *screen) apart(i int) (out cell) {
	names := s.h.Plan().Game.Hands
	var rest []cards.Card
	for k, c := range s.h.Hole(i) {
		if s.h.GroupOf(i, k) == 0 {
			rest = append(rest, c)
		}
	}
	if names == nil || len(rest) == len(s.h.Hole(i)) {
		return cell{}
	}
	add := func(name string, list []cards.Card) {
		if len(list) == 0 {
			return
		}
		if out.width > 0 {
			name = "  " + name
		}
		on := s.cards(list)
		out = cell{out.text + name + on.text, out.width + len(name) + on.width}
	}
	for g, name := range names {
		add(name+" ", s.h.HandOf(nil, i, g+1))
	}
	add("", rest)
	return out
}

// worth returns a description of a seat's current hand: "pair of eights; no low"; "" while there are too few cards.
func worth(h *hand.Hand, seat int) string {
	sd := h.Showdown()
	if sd == nil {
		return counts(h, seat)
	}
	var words []string
	for i := range sd.Parts {
		p := &sd.Parts[i]
		n := len(h.Hole(seat)) + onFullest(h, p.Boards)
		if n < 5 && p.Ranking.Size() >= n && (p.Ranking.Describe(h.Strength(i, seat)) == "" || h.Strength(i, seat) == 0) || len(p.Use) > 0 && !p.Playable(len(h.Hole(seat)), func(boards uint16) int { return onFullest(h, boards) }) {
			return ""
		}
		words = append(words, speech.Worth(h, i, seat))
	}
	return strings.Join(words, "; ")
}

// onFullest returns how many cards lie on the fullest of some boards, 0 for any of the game.
func onFullest(h *hand.Hand, boards uint16) (most int) {
	for k := range max(1, len(h.Plan().Game.Boards)) {
		if boards == 0 || boards>>k&1 != 0 {
			most = max(most, len(h.BoardOf(nil, k)))
		}
	}
	return most
}

// turn writes whose turn it is, with the choices for those who may know them.
func (s *screen) turn() {
	d := s.h.Pending()
	if d == nil {
		return
	}
	if int(d.Seat) == s.v.Seat || s.v.Seat == AllCards || d.Seat < 0 {
		s.fold(s.v.Style.Seat(d.Seat) + ": " + strings.Join(speech.Choices(s.h, d), ", "))
		return
	}
	s.line(s.v.Style.Seat(d.Seat) + " is to act")
}

// fold writes a text in lines that fit.
func (s *screen) fold(text string) {
	for _, line := range Fold(text, s.width) {
		s.line(line)
	}
}

// Fold breaks a line at blanks into lines of at most width columns; all but the first are indented by four more blanks than the
// first. Color codes have no width.
func Fold(text string, width int) []string {
	if columns(text) <= width {
		return []string{text}
	}
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	return Hang(indent, indent+"    ", text, width)
}

// Hang breaks a text at blanks into lines of at most width columns, with what stands before the first line and before the others.
func Hang(first, others, text string, width int) (out []string) {
	line := first
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case columns(line)+1+columns(word) > width:
			out = append(out, line)
			line = others + word
		default:
			line += " " + word
		}
	}
	return append(out, line)
}

// columns returns the width of a text in a terminal, without color codes.
func columns(text string) int { return diag.Columns(colours.ReplaceAllString(text, "")) }

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")
