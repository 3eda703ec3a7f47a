package history

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/engine/diag"
)

// Error codes. A code is never reused for another error.
const (
	codeIO        = "PHH001"  // the file could not be read
	codeBinary    = "PHH002"  // not a text file
	codeEncoding  = "PHH003"  // not UTF-8
	codeTooLarge  = "PHH004"  // a hand longer than the limit
	codeEmpty     = "PHH005"  // a file without a hand
	codeTOML      = "PHH006"  // not TOML
	codeCutOff    = "PHH007"  // a value that is never closed, or in which the file ends
	codeTable     = "PHH008"  // a table where none is allowed
	codeMissing   = "PHH010"  // a required field is missing
	codeForbidden = "PHH011"  // a field that the variant does not have
	CodeTwice     = "PHH012"  // a key twice
	codeType      = "PHH013"  // a value of the wrong type
	codeVariant   = "PHH014"  // an unknown variant
	codeLength    = "PHH015"  // arrays of unequal length
	CodePlayers   = "PHH016"  // too few or too many players
	codeNumber    = "PHH017"  // not a number, or out of range
	codeRange     = "PHH018"  // a value that the field does not allow
	codeUnknown   = "PHH019"  // an unknown key
	codeAction    = "PHH020"  // an action that does not parse
	codeVerb      = "PHH021"  // an unknown verb, or one not allowed in this game
	codePlayer    = "PHH022"  // a player who is not in the hand
	codeCard      = "PHH023"  // not a card, or too many
	codeAmount    = "PHH024"  // not an amount
	CodeInferred  = "HAND001" // inferred, because the file of a site does not say it
	CodeLine      = "HAND002" // an unknown kind of line
	CodeMoney     = "HAND003" // an invalid amount in a file of a site
	CodeFace      = "HAND004" // invalid cards in a file of a site
	CodeWho       = "HAND005" // a player without a seat
	CodeGame      = "HAND006" // an unknown game
	CodeBroken    = "HAND007" // a hand that is incomplete, or was canceled
	CodePot       = "HAND008" // pot, rake and winnings do not add up
	CodeTarget    = "HAND009" // a hand that the target format cannot express
	codeDeckCard  = "DECK001"
	codeDeckTwice = "DECK002" // a card more often than in the deck
	codeDeckSize  = "DECK003" // too many cards
)

// Warning is an error that was tolerated.
type Warning = *diag.Error

// source is the text that a hand was read from.
type source struct {
	name string
	text []byte
	line int // line of the first byte of text, 0 if there is none
	head int // where the hand begins in text
}

// locate returns the bounds of the line around offset p, and its number.
func (s *source) locate(p int) (start, end, line int) {
	p = min(p, len(s.text))
	start = bytes.LastIndexByte(s.text[:p], '\n') + 1
	end = len(s.text)
	if i := bytes.IndexByte(s.text[start:], '\n'); i >= 0 {
		end = start + i
	}
	return start, end, s.line + bytes.Count(s.text[:start], newline)
}

var newline = []byte{'\n'}

// at returns p as an offset: zero stands for the head of the hand.
func (s *source) at(p int) int {
	if p == 0 {
		p = s.head
	}
	return min(p, len(s.text))
}

func (s *source) position(p int) diag.Pos {
	if s.line == 0 {
		return diag.Pos{File: s.name}
	}
	p = s.at(p)
	start, _, line := s.locate(p)
	return diag.Pos{File: s.name, Line: int32(line), Col: int32(utf8.RuneCount(s.text[start:p]) + 1)}
}

// maxSource limits the part of the source line that an error keeps, on either side of the place, because a hand on one line may be very long.
const maxSource = 240

func (s *source) errorAt(p int, code, msg, hint string) *diag.Error {
	e := &diag.Error{Pos: s.position(p), Code: code, Msg: msg, Hint: hint}
	if s.line == 0 {
		return e
	}
	p = s.at(p)
	start, end, _ := s.locate(p)
	from, to := max(start, p-maxSource), min(end, p+maxSource)
	for from > start && from < p && !utf8.RuneStart(s.text[from]) {
		from++
	}
	for to < end && to > p && !utf8.RuneStart(s.text[to]) {
		to--
	}
	e.Source = strings.TrimRight(string(s.text[from:to]), "\r")
	e.Cut, e.Part = utf8.RuneCount(s.text[start:from]), from > start || to < end
	return e
}

// quote returns a piece of the file, shortened and in quotes, for a message.
func quote[T string | []byte](s T) string {
	const most = 40
	t := string(s)
	if len(t) > most {
		cut := most
		for cut > most-utf8.UTFMax && !utf8.RuneStart(t[cut]) {
			cut--
		}
		t = t[:cut] + "…"
	}
	if !utf8.ValidString(t) || strings.ContainsFunc(t, func(r rune) bool { return r == '\'' || !unicode.IsPrint(r) }) {
		return fmt.Sprintf("%q", t)
	}
	return "'" + t + "'"
}
