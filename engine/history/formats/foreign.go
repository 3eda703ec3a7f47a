package formats

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// foreign is a text of a site that is none of the others: it is refused in words about
// sites, and not as a broken file of PHH.
var foreign = history.Format{Name: "foreign", Is: isForeign, New: func() history.Parser { return &refuser{} }}

// words are what the first line of a text of a site has one of.
var words = []string{"Hand", "hand", "Game", "Tournament", "Stage", "Table", "<", "{"}

func isForeign(start []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(start, " \t\r\n"), []byte("\n"))
	line = scribe.Trim(line)
	if len(line) == 0 || line[0] == '[' || line[0] == '#' || bytes.IndexByte(line, '=') >= 0 && line[0] != '<' {
		return false
	}
	for _, word := range words {
		if bytes.Contains(line, []byte(word)) {
			return true
		}
	}
	return false
}

// refuser refuses a file once, at its first line.
type refuser struct{ done bool }

// Length takes all there is.
func (*refuser) Length(text []byte, _ bool) int { return len(text) }

// Read refuses the file.
func (r *refuser) Read(h *history.Hand, text []byte) error {
	if r.done {
		return history.ErrNoHand
	}
	r.done = true
	at := history.Pos(len(text) - len(bytes.TrimLeft(text, " \t\r\n\xef\xbb\xbf")))
	line, _, _ := bytes.Cut(text[at:], []byte("\n"))
	if bytes.Contains(line, []byte("Tournament")) && !bytes.Contains(line, []byte("Hand")) {
		return h.ErrorAt(at, history.CodeBroken, "the summary of a tournament has no hands", "")
	}
	return h.ErrorAt(at, history.CodeLine, "no known format of hands begins like this",
		"known are PHH, PokerStars and those who write like it, Winamax, Full Tilt, Bovada, PartyPoker, 888, Winning Poker, iPoker, Open Hand History and ACPC logs")
}
