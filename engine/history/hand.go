package history

import (
	"slices"
	"strconv"
	"time"

	"cardroom/engine/diag"
)

// Infinite stands for TOML's inf: an unrecorded stack. It is larger than any amount a file can hold, and the sum of twenty-two of it still
// fits in an int64.
const Infinite int64 = 1 << 58

// MaxAmount is the largest amount in a hand, in units of 1/Scale. Sums and doubles of a whole table of such amounts fit in an int64.
const MaxAmount int64 = 1 << 56

// MaxPlayers is the largest number of players in a hand.
const MaxPlayers = 22

// Hand is one recorded hand as written in its file. Nothing is replayed: the user of the hand must find out whether an action was legal.
//
// Every amount of chips is a whole number of units of 1/Scale, exact from text to text. Scale is a power of ten, as fine as the finest
// amount in the hand needs: 1259450.25 makes it 100, 5.0 leaves it 1.
//
// A field that the file does not have is zero or nil. Where zero is also a value (level = 0), [Hand.Has] distinguishes the two. Actions,
// Extra and Warnings may be empty without being nil.
//
// A Hand filled by [Reader.Next] owns its memory, but the next call reuses it: keep a hand with [Hand.Clone].
type Hand struct {
	Variant      string // a PHH code, an X- code or the id of a cardroom game
	AnteTrimming bool   // ante_trimming_status

	// One entry per player, in dealing order. With exactly two players, PHH charges antes and blinds crosswise; these lists keep the file's order.
	Antes  []int64
	Blinds []int64 // blinds_or_straddles

	BringIn  int64
	SmallBet int64
	BigBet   int64
	MinBet   int64

	Starting  []int64 // starting_stacks, [Infinite] where unknown
	Finishing []int64 // finishing_stacks
	Winnings  []int64

	Actions []Action
	Scale   int64

	Players []string // "" for a player without a name
	Seats   []int64  // the seat number of each player

	Author, Event, URL, Venue, Address string
	City, Region, PostalCode, Country  string
	TimeZone, TimeZoneAbbr             string
	Currency, CurrencySymbol           string
	Day, Month, Year, Level, SeatCount int64
	Time                               time.Duration // since midnight
	HandID                             ID            // field hand
	TableID                            ID            // field table
	TimeLimit                          time.Duration // [Forever] for inf
	TimeBanks                          []time.Duration

	// Contradiction is an amount of the file that its other amounts contradict, nil if there is none. A hand with one is replayed, and does not
	// match.
	Contradiction *diag.Error

	// Stated is where the file says last what each player has or gets, in the formats of sites; nil for PHH.
	Stated []Pos

	// Extra holds the user-defined fields (with one leading underscore) and keys that PHH does not know, in file order.
	Extra []Extra

	// Format is the name of the format that the hand was read from, "" for PHH.
	Format string

	// Inferred lists what the file does not say and its reader concluded: an uncalled bet that is not written, a call written as a raise.
	// It is empty for PHH, where nothing is inferred.
	Inferred []Warning

	Number int // number of the hand in its file, from 1

	// Warnings lists what the reader tolerated in the hand.
	Warnings []Warning

	// order is the order of the fields in the file; each [fieldExtra] stands for the next entry of Extra.
	order []Field
	at    [numFields]Pos
	src   source

	// The name of the TOML table is nearly always the hand's number; then numbered is set instead of table, to save the string.
	table    string
	numbered bool
}

// Forever stands for inf in a field of seconds.
const Forever time.Duration = 1<<63 - 1

// ID is the value of a field that may be a number or a text: hand and table. The zero ID means that the field is absent.
type ID struct {
	Kind IDKind
	Num  int64
	Text string
}

// IDKind is the type of an [ID]'s value.
type IDKind uint8

// Kinds of an ID.
const (
	IDNone IDKind = iota
	IDNumber
	IDText
)

// NumberID returns an ID with a number.
func NumberID(n int64) ID { return ID{Kind: IDNumber, Num: n} }

// TextID returns an ID with a text.
func TextID(s string) ID { return ID{Kind: IDText, Text: s} }

// String returns the ID as text, "" if absent.
func (id ID) String() string {
	switch id.Kind {
	case IDNumber:
		return strconv.FormatInt(id.Num, 10)
	case IDText:
		return id.Text
	}
	return ""
}

// Pos is a place in the text of a hand, a byte offset that only the hand can convert to line and column ([Hand.Position]). Zero is the
// beginning of the hand: its table header, or its first key.
type Pos uint32

// Table returns the name of the TOML table that the hand was read from, "" if the file had no tables.
func (h *Hand) Table() string {
	if h.numbered {
		return strconv.Itoa(h.Number)
	}
	return h.table
}

// N returns the number of players dealt in.
func (h *Hand) N() int { return len(h.Starting) }

// Has reports whether the hand's file has the field.
func (h *Hand) Has(f Field) bool { return f < numFields && h.at[f] != 0 }

// Pos returns the place of a field's value, zero if the file does not have it.
func (h *Hand) Pos(f Field) Pos {
	if f >= numFields {
		return 0
	}
	return h.at[f]
}

// Position returns p as file, line and column. A hand that was not read from a file has no position: Line is 0.
func (h *Hand) Position(p Pos) diag.Pos { return h.src.position(int(p)) }

// ErrorAt returns an error about the hand at p that shows the source line. Use it for errors found after reading, such as an action out of turn.
func (h *Hand) ErrorAt(p Pos, code string, msg, hint string) *diag.Error {
	e := h.src.errorAt(int(p), code, msg, hint)
	e.Hand = h.Number
	return e
}

// maxWarnings limits the warnings about a hand, and with them the memory and time that a hostile file can cost.
const maxWarnings = 100

// warn adds a warning about something odd but allowed.
func (h *Hand) warn(at int, code string, msg, hint string) {
	if len(h.Warnings) >= maxWarnings {
		return
	}
	h.Warnings = append(h.Warnings, h.ErrorAt(Pos(at), code, msg, hint))
}

// Clone returns a copy of the hand, so that the original may be reused.
func (h *Hand) Clone() *Hand {
	c := *h
	for _, s := range []*[]int64{&c.Antes, &c.Blinds, &c.Starting, &c.Finishing, &c.Winnings, &c.Seats} {
		*s = slices.Clone(*s)
	}
	c.Actions = slices.Clone(c.Actions)
	c.Players = slices.Clone(c.Players)
	c.TimeBanks = slices.Clone(c.TimeBanks)
	c.Extra = slices.Clone(c.Extra)
	c.Warnings = slices.Clone(c.Warnings)
	c.Inferred = slices.Clone(c.Inferred)
	c.Stated = slices.Clone(c.Stated)
	c.order = slices.Clone(c.order)
	return &c
}

// reset empties the hand. It keeps the memory of the lists that every hand has;
// it sets the others to nil, because nil means absent: see [scanner.recycle].
func (h *Hand) reset() {
	*h = Hand{
		Scale:    1,
		Actions:  h.Actions[:0],
		Extra:    h.Extra[:0],
		Warnings: h.Warnings[:0],
		Inferred: h.Inferred[:0],
		order:    h.order[:0],
	}
}
