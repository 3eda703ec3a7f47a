package enumerate

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"github.com/pelletier/go-toml/v2"
)

// Size is how far a game is shrunk.
type Size uint8

// Sizes.
const (
	// Kuhn has one round of betting, with one card of each kind dealt before
	// it, from one suit, with chips for one bet.
	Kuhn Size = iota
	// Leduc has two rounds, with one card of each kind dealt before each, from
	// two suits, with chips for two bets in each.
	Leduc
	// Royal has three rounds from two suits, with one card of each kind dealt
	// before each, and chips for two bets in each.
	Royal
	// Whole is the unchanged game with a small deck and chips for two bets.
	// Games against a bank have no rounds to leave out: they are played whole.
	Whole
)

var sizeNames = [...]string{"kuhn", "leduc", "royal", "whole"}

func (s Size) String() string { return sizeNames[s] }

// SizeNames returns the names of all sizes.
func SizeNames() []string { return slices.Clone(sizeNames[:]) }

// SizeByName returns the size with a name.
func SizeByName(name string) (Size, bool) {
	i := slices.Index(sizeNames[:], name)
	return Size(max(i, 0)), i >= 0
}

// UsualSize returns the size at which a game is usually solved: Kuhn if it has
// one round of betting, Whole against a bank, otherwise Leduc.
func UsualSize(g *plan.Game) Size {
	sizes := Sizes(g)
	if slices.Max(roundsBefore(g)) <= 1 {
		return sizes[0]
	}
	return sizes[1]
}

// rounds returns the number of betting rounds that remain.
func (s Size) rounds() int { return int(s) + 1 }

// Wishes are the caller's choices; zero values leave the choice to the size.
type Wishes struct {
	Stakes              string // as in plan.Game.ParseStakes; see [Spelled]
	Seats, Ranks, Suits int
	Only                []cards.Rank // these ranks, instead of a number of ranks
	// Stacks are in the stakes' units. The last one applies to all further
	// seats.
	Stacks []int64
}

// Spelled returns the stakes of a game in words that it reads as the same stakes: their name, or if that leaves an amount open, such as
// an ante, all amounts.
func Spelled(of *plan.AtStakes) string {
	if s, err := of.Game.ParseStakes(of.Stakes.Name); err == nil && s.Text() == of.Stakes.Text() {
		return of.Stakes.Name
	}
	return of.Stakes.Text()
}

// ReadRanks parses the number of ranks in the deck, or the ranks themselves.
// One or two digits are a number.
func (w *Wishes) ReadRanks(text string) error {
	w.Ranks, w.Only = 0, nil
	if n, err := strconv.Atoi(text); err == nil && len(text) < 3 && n > 0 {
		w.Ranks = n
		return nil
	}
	for i := 0; i < max(1, len(text)); {
		r, n := cards.ScanRank(text[i:])
		if n == 0 || slices.Contains(w.Only, r) {
			w.Only = nil
			return fmt.Errorf("a number such as 4, or different ranks such as A5K, not %q", text)
		}
		w.Only = append(w.Only, r)
		i += n
	}
	return nil
}

// ReadStacks parses the stacks: amounts separated by commas.
func (w *Wishes) ReadStacks(text string) error {
	w.Stacks = nil
	for part := range strings.SplitSeq(text, ",") {
		n, err := plan.ParseMoney(strings.TrimSpace(part))
		if err != nil || n == 0 {
			return fmt.Errorf("amounts such as 4 or 3,4,6, not %q", text)
		}
		w.Stacks = append(w.Stacks, n)
	}
	return nil
}

// SizeFile is a custom size in TOML, for example
//
//	size = "leduc"
//	ranks = "AKQJ"
//	suits = 2
//	seats = 2
//	stacks = "10,8"
//	stakes = "2-4"
type SizeFile struct {
	Size   Size
	Wishes Wishes
}

// ReadSize parses a size file.
func ReadSize(name string, text []byte) (*SizeFile, error) {
	var in struct {
		Size, Stakes  string
		Ranks, Stacks *string // nil: not set
		Seats, Suits  *int
	}
	r := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := r.Decode(&in); err != nil {
		return nil, sizeFault(name, text, err)
	}
	f := &SizeFile{Wishes: Wishes{Stakes: in.Stakes}}
	wrong := func(key, format string, args ...any) error {
		e := &diag.Error{Pos: diag.Pos{File: name}, Msg: key + " must be " + fmt.Sprintf(format, args...)}
		for i, line := range strings.Split(string(text), "\n") {
			if k, _, _ := strings.Cut(line, "="); strings.TrimSpace(k) == key {
				e.Pos.Line, e.Pos.Col, e.Source = int32(i+1), 1, line
			}
		}
		return e
	}
	var ok bool
	if f.Size, ok = SizeByName(in.Size); !ok {
		e := wrong("size", "%s, not %q", strings.Join(sizeNames[:], ", "), in.Size).(*diag.Error)
		if best := diag.Meant(in.Size, sizeNames[:]); best != "" {
			e.Hint = "did you mean " + best + "?"
		}
		return nil, e
	}
	if in.Ranks != nil {
		if err := f.Wishes.ReadRanks(*in.Ranks); err != nil {
			return nil, wrong("ranks", "%v", err)
		}
	}
	if in.Stacks != nil {
		if err := f.Wishes.ReadStacks(*in.Stacks); err != nil {
			return nil, wrong("stacks", "%v", err)
		}
	}
	if in.Seats != nil {
		if f.Wishes.Seats = *in.Seats; f.Wishes.Seats < 1 {
			return nil, wrong("seats", "at least 1")
		}
	}
	if in.Suits != nil {
		if f.Wishes.Suits = *in.Suits; f.Wishes.Suits < 1 || f.Wishes.Suits > 4 {
			return nil, wrong("suits", "1 to 4")
		}
	}
	return f, nil
}

// sizeFault returns the error in the TOML of a size, at its place.
func sizeFault(name string, text []byte, err error) error {
	e := &diag.Error{Pos: diag.Pos{File: name}, Msg: strings.TrimPrefix(err.Error(), "toml: "), Cause: err}
	at := func(d *toml.DecodeError) {
		row, col := d.Position()
		e.Pos.Line, e.Pos.Col = int32(row), int32(col)
		if lines := strings.Split(string(text), "\n"); row >= 1 && row <= len(lines) {
			e.Source = lines[row-1]
		}
	}
	var strict *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		d := &strict.Errors[0]
		key := strings.Join(d.Key(), ".")
		keys := []string{"size", "ranks", "suits", "seats", "stacks", "stakes"}
		e.Msg = fmt.Sprintf("a size has no %q, only %s", key, strings.Join(keys, ", "))
		if best := diag.Meant(key, keys); best != "" {
			e.Hint = "did you mean " + best + "?"
		}
		at(d)
	case errors.As(err, &bad):
		at(bad)
	}
	return e
}
