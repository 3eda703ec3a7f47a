package sites

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// foreign is the format of a site's text that no reader understands, none that of a text that is no site's: the error is about sites, not
// about a broken file of PHH.
var (
	foreign = history.Format{Name: "foreign", Is: func(start []byte) bool { return isForeign(start) && site(start) != "" }, New: newRefuser}
	none    = history.Format{Name: "none", Is: isForeign, New: newRefuser, None: true}
)

// words are words of which the first line of a site's text has at least one.
var words = []string{"Hand", "hand", "Game", "GAME", "Tournament", "Stage", "Table", "<", "{"}

// unread are sites without a reader, with marks of the first lines. If there are two marks, a file has both.
var unread = []struct {
	name  string
	marks [2]string
}{
	{"the Cake network", [2]string{"Hand#", " -- "}},
	{"the Merge network", [2]string{"<game id=", "starttime="}},
	{"the Merge network", [2]string{"<description type=", "stakes="}},
	{"the Everleaf network", [2]string{"Everleaf"}},
	{"the Everleaf network", [2]string{"Hand history for game #"}},
	{"Boss Media", [2]string{"<HISTORY ID=", "GAMEKIND="}},
	{"Entraction", [2]string{"Game # ", " - Table \""}},
	{"Absolute Poker or UltimateBet (Cereus)", [2]string{"Stage #"}},
	{"Everest Poker", [2]string{"<SESSION ", "tableName="}},
	{"the OnGame network", [2]string{"History for hand "}},
	{"PKR", [2]string{"Starting Hand #"}},
	{"Microgaming (Prima)", [2]string{"<Game ", "hhversion="}},
	{"KingsClub", [2]string{"\nTable '", "\nSeat 1: "}},
	{"Seals with Clubs and its kind (Poker Mavens)", [2]string{"Hand #", "\nSite: "}},
	{"Poker Mavens", [2]string{"Hand #", "\nGame: "}},
	{"PokerTracker's own export", [2]string{"GAME #", " Version:"}},
}

// site returns the name of the site of a text without a reader, "" if unknown.
func site(start []byte) string {
	start = bytes.TrimLeft(start[:min(len(start), 1000)], " \t\r\n\xef\xbb\xbf")
	for i := range unread {
		if s := &unread[i]; bytes.Contains(start, []byte(s.marks[0])) && bytes.Contains(start, []byte(s.marks[1])) {
			return s.name
		}
	}
	return ""
}

func isForeign(start []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(start, " \t\r\n"), []byte("\n"))
	line = scribe.Trim(line)
	// "#123: Limit Razz"
	rest, ok := scribe.Cut(line, "#")
	_, n := scribe.Number(rest)
	if ok && n > 0 && scribe.Has(rest[n:], ": ") {
		return site(start) != ""
	}
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

// refuser returns one error for a file, at its first line.
type refuser struct{ done bool }

func newRefuser() history.Parser { return &refuser{} }

// Length returns the length of the whole text.
func (*refuser) Length(text []byte, _ bool) int { return len(text) }

// Read returns the error for the file.
func (r *refuser) Read(h *history.Hand, text []byte) error {
	if r.done {
		return history.ErrNoHand
	}
	r.done = true
	const known = "known are PHH, PokerStars and those who write like it, Winamax, Full Tilt, Bovada, PartyPoker, 888, Winning Poker, iPoker, Poker Now, Open Hand History and ACPC logs"
	at := history.Pos(len(text) - len(bytes.TrimLeft(text, " \t\r\n\xef\xbb\xbf")))
	line, _, _ := bytes.Cut(text[at:], []byte("\n"))
	if name := site(text); name != "" {
		return h.ErrorAt(at, history.CodeLine, "this is a file of "+name+", for which there is no reader", known)
	}
	if bytes.Contains(line, []byte("Tournament")) && !bytes.Contains(line, []byte("Hand")) {
		return h.ErrorAt(at, history.CodeBroken, "the summary of a tournament has no hands", "")
	}
	return h.ErrorAt(at, history.CodeLine, "no known format of hands begins like this", known)
}
