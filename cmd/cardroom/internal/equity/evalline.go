package equity

import (
	"fmt"
	"regexp"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// scanCard parses a card in any notation, and "Xx" as a joker, as some hand files write it.
func scanCard(s string) (cards.Card, int) {
	if len(s) >= 2 && s[0] == 'X' && s[1] == 'x' {
		return cards.Joker, 2
	}
	return cards.ScanWritten(s)
}

// readBoard parses --board.
func (j *ranker) readBoard(text string) error {
	var row evalRow
	if f := j.readCards(&row, text, 0); f != nil {
		return f.Placed("--board", 1, text)
	}
	if row.n > j.maxBoard {
		return app.Usagef("--board: %s", j.boardFault(row.n))
	}
	j.board = row.cards[:row.n]
	return nil
}

// readLine parses a hand. It returns false for a line without one.
func (j *ranker) readLine(row *evalRow, line string) (bool, *diag.Error) {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	bar := strings.IndexAny(line, "|/")
	own := line
	if bar >= 0 {
		own = line[:bar]
	}
	row.n = 0
	if f := j.readCards(row, own, 0); f != nil {
		return true, f
	}
	if row.n == 0 && bar < 0 {
		return false, nil
	}
	row.hole = row.n
	if bar >= 0 {
		if f := j.readCards(row, line[bar+1:], bar+1); f != nil {
			return true, f
		}
	} else if f := j.addBoard(row, own); f != nil {
		return true, f
	}
	return true, j.checkCounts(row, bar)
}

// readCards adds the cards of text to a row; at is the offset of text in its line.
func (j *ranker) readCards(row *evalRow, text string, at int) *diag.Error {
	seen := cards.SetOf(row.cards[:row.n]...)
	for i := 0; i < len(text); {
		if gap := cards.Gap(text[i:]); gap > 0 {
			i += gap
			continue
		}
		c, n := scanCard(text[i:])
		if c == cards.Joker && seen.Has(c) && j.jokers > 1 {
			c = cards.Joker2
		}
		if n == 0 || !j.allowed.Has(c) || seen.Has(c) {
			// The error for an invalid card.
			text := text[i:]
			at := at + i
			f := &diag.Error{At: 1 + at}
			switch {
			case n == 0:
				f.Msg = "not a card"
				f.Hint = "a card is a rank, 23456789TJQKA, and a suit, cdhs: Ah, Tc; a joker is Jo"
				if onlyRanks.MatchString(firstWord(text)) {
					f.Msg = fmt.Sprintf("%q has ranks without suits", firstWord(text))
					f.Hint = "each card needs its suit, c, d, h or s: " + withSuits(firstWord(text))
				} else if rangeWord.MatchString(firstWord(text)) {
					f.Msg = fmt.Sprintf("%q is a range, and eval ranks hands", firstWord(text))
					f.Hint = "write the cards, such as AsKs; 'cardroom odds' takes ranges"
				} else if rank.IsName(text) {
					f.Msg = fmt.Sprintf("%q is the name of a hand, and eval ranks cards", strings.TrimSpace(text))
					f.Hint = "write its cards, such as KsKd2h2c3s; 'cardroom doc names' says what names mean"
				}
			case c == cards.Unknown:
				f.Msg = "a card nobody has seen cannot be ranked"
			case c.IsJoker() && j.jokers == 0:
				f.Msg = "there is no joker in the deck of " + j.name
				if len(j.parts) == 1 && j.maxBoard == maxRanked {
					f.Hint = "--joker bug or --joker wild puts one there"
				}
			case seen.Has(c):
				f.Msg = c.String() + " appears twice"
			default:
				f.Msg = fmt.Sprintf("there is no %s in the deck of %s", c, j.name)
			}
			return f
		}
		if row.n == maxRanked {
			return &diag.Error{At: 1 + at + i, Msg: fmt.Sprintf("more than %d cards", maxRanked)}
		}
		row.cards[row.n] = c
		row.n++
		seen = seen.With(c)
		i += n
	}
	return nil
}

// rangeWord matches the start of a two-card range. It is used only for a hint, so it does not expand the range, which can be all
// hands.
var rangeWord = regexp.MustCompile(`^(?i:[2-9tjqkax]{2}[so]?(\+|-[2-9tjqka]{2}[so]?)?|[0-9.]+%|random)(,|:|$)`)

// onlyRanks matches a hand of three cards or more without suits; AK and AKx are ranges.
var onlyRanks = regexp.MustCompile(`^(?i:10|[2-9tjqka]){3,}$`)

// withSuits returns ranks as cards: a hand that may have been meant.
func withSuits(ranks string) string {
	var b strings.Builder
	for i, r := range strings.ReplaceAll(ranks, "10", "T") {
		b.WriteString(strings.ToUpper(string(r)) + string("hdcs"[i%4]))
	}
	return b.String()
}

// firstWord returns a text up to the first space.
func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// addBoard adds the board that all hands share.
func (j *ranker) addBoard(row *evalRow, own string) *diag.Error {
	seen := cards.SetOf(row.own()...)
	if both := seen & cards.SetOf(j.board...); both != 0 {
		c := both.Cards()[0]
		return &diag.Error{At: 1 + max(0, strings.Index(own, c.String())), Msg: c.String() + " is on the board too"}
	}
	if row.n+len(j.board) > maxRanked {
		return &diag.Error{Msg: fmt.Sprintf("%d cards with the board: at most %d can be ranked", row.n+len(j.board), maxRanked)}
	}
	row.n += copy(row.cards[row.n:], j.board)
	return nil
}

// checkCounts rejects too few and too many cards. bar is the index of the separator before the board, -1 if there is none.
func (j *ranker) checkCounts(row *evalRow, bar int) *diag.Error {
	board := row.n - row.hole
	switch {
	case row.hole < j.minHole || row.n < j.least && j.minBoard == 0:
		return &diag.Error{Msg: fmt.Sprintf("%s, too few for %s: it ranks %s", figures.Counted(int64(row.n), "card"), j.name, j.wanted())}
	case row.hole > j.maxHole:
		return &diag.Error{Msg: fmt.Sprintf("%s, too many: a hand of %s has %d", figures.Counted(int64(row.hole), "card"), j.name, j.maxHole)}
	case board < j.minBoard || board > j.maxBoard:
		return &diag.Error{At: 1 + max(0, bar), Msg: j.boardFault(board), Hint: j.boardHint(board)}
	}
	return nil
}

// wanted describes the number of cards that a hand needs.
func (j *ranker) wanted() string {
	switch {
	case j.minBoard > 0:
		return fmt.Sprintf("%d to %d and a board", j.minHole, j.maxHole)
	case j.maxHole == j.least:
		return fmt.Sprintf("%d", j.least)
	}
	return fmt.Sprintf("%d or more", j.least)
}

func (j *ranker) boardFault(n int) string {
	if j.maxBoard == 0 {
		return j.name + " has no board"
	}
	return fmt.Sprintf("%s on the board: %s has %s", figures.Counted(int64(n), "card"), j.name, fromTo(max(j.minBoard, 1), j.maxBoard))
}

func (j *ranker) boardHint(n int) string {
	if n > 0 {
		return ""
	}
	return "the board comes after a '|', or from --board"
}

func fromTo(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d to %d", from, to)
}
