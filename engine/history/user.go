package history

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"cardroom/engine/cards"
)

// NoTable stands for a table without a name, in formats that must have one.
const NoTable = "-"

// Keys of the superset's user-defined fields; the package documentation describes their values.
const (
	KeyDeck    = "_deck"
	KeyBurns   = "_burns"
	KeyStakes  = "_stakes"
	KeyOptions = "_options"
	KeySeed    = "_seed"
	KeyHand    = "_hand"
	KeyAbsent  = "_absent"
	KeyBanked  = "_banked"
	KeyButton  = "_button"
	// KeyLimit is the betting limit of a game that is played with several: "none", "pot" or "fixed".
	KeyLimit = "_limit"
	// KeyRake is what the house took when the pots were awarded: one amount, or one per pot, main pot first.
	KeyRake = "_rake"
	// KeyJackpotFee is the part of the rake that goes to a jackpot.
	KeyJackpotFee = "_jackpot_fee"
	// KeyUneven is what winners of equal shares got more or less, because the rake was not taken equally.
	KeyUneven = "_uneven"
	// KeyCap is the most that a player could put into the hand.
	KeyCap = "_cap"
	// KeyAdded is what the house put into the pot before the hand.
	KeyAdded = "_added"
	// KeyMoney is how people read the amounts, if not as the game writes them: a sign, "chips", or "".
	KeyMoney = "_money"
	// KeyChip is the smallest chip, in which pots are divided.
	KeyChip = "_chip"
	// KeyAside is what players received or paid outside the pot.
	KeyAside = "_aside"
	// KeyHero is the player whose file it is, from 1.
	KeyHero    = "_hero"
	KeyCarried = "_carried"
	KeyRolls   = "_rolls"

	// The table's effects on a hand, and events at the table.
	KeyRaised    = "_raised"
	KeyForced    = "_forced"
	KeyFees      = "_fees"
	KeyStraddles = "_straddles"
	KeyBefore    = "_before"
	KeyPayments  = "_payments"
	KeySession   = "_session"
	KeyTable     = "_table"
	// KeyIncomplete marks the last hand of a session that was interrupted.
	KeyIncomplete = "_incomplete"
)

// Extra is a user-defined field, or a key that PHH does not know, as it is written.
type Extra struct {
	Key string // as TOML writes it: bare, quoted or dotted
	Raw string // the value as TOML
	Pos Pos    // of the value
}

// Lookup returns a field of Extra by its key, nil if there is none.
func (h *Hand) Lookup(key string) *Extra {
	for i := range h.Extra {
		if h.Extra[i].Key == key {
			return &h.Extra[i]
		}
	}
	return nil
}

// Value returns the value of a field of Extra. ok is false if there is no such field, or its value is not a T. T is a type that a TOML
// library would fill: string, int64, bool, a slice of these, a map or a struct for a table.
func Value[T any](h *Hand, key string) (v T, ok bool) {
	x := h.Lookup(key)
	if x == nil {
		return v, false
	}
	if s, isText := any(&v).(*string); isText && plainText(x.Raw) {
		*s = x.Raw[1 : len(x.Raw)-1]
		return v, true
	}
	if n, isInt := any(&v).(*int64); isInt && len(x.Raw) < 10 {
		if i, err := strconv.Atoi(x.Raw); err == nil && x.Raw[0]-'0' <= 9 {
			*n = int64(i)
			return v, true
		}
	}
	var doc struct {
		V T `toml:"v"`
	}
	if err := toml.Unmarshal([]byte("v = "+x.Raw), &doc); err != nil {
		return v, false
	}
	return doc.V, true
}

// plainText reports whether a TOML value is a one-line text without escapes.
func plainText(raw string) bool {
	if len(raw) < 2 || raw[0] != '\'' && raw[0] != '"' || strings.HasPrefix(raw[1:], raw[:1]) && len(raw) > 2 {
		return false
	}
	return raw[0] == '\'' || !strings.Contains(raw, "\\")
}

// Set sets the value of a field of Extra, adding the field if there is none. The value must be one
// that [Value] can return. Keys begin with an underscore.
func (h *Hand) Set(key string, v any) error {
	if !strings.HasPrefix(key, "_") {
		return fmt.Errorf("key %q: the name of a user-defined field begins with _", key)
	}
	doc := struct {
		V any `toml:"v,inline"`
	}{v}
	raw, err := toml.Marshal(doc)
	if err != nil {
		return fmt.Errorf("key %s: %w", key, err)
	}
	text, ok := strings.CutPrefix(strings.TrimSpace(string(raw)), "v = ")
	if !ok {
		return fmt.Errorf("key %s: %T has no form on one line", key, v)
	}
	h.setRaw(key, text)
	return nil
}

func (h *Hand) setRaw(key, raw string) {
	key = string(appendKey(nil, []byte(key)))
	if x := h.Lookup(key); x != nil {
		x.Raw, x.Pos = raw, 0
		return
	}
	h.Extra = append(h.Extra, Extra{Key: key, Raw: raw})
}

// Unset removes a field of Extra.
func (h *Hand) Unset(key string) {
	at := slices.IndexFunc(h.Extra, func(x Extra) bool { return x.Key == key })
	if at < 0 {
		return
	}
	h.Extra = slices.Delete(h.Extra, at, at+1)
	for i, f := range h.order {
		if f != fieldExtra {
			continue
		}
		if at == 0 {
			h.order = slices.Delete(h.order, i, i+1)
			return
		}
		at--
	}
}

// Cards returns the value of a field of Extra that holds cards, such as [KeyDeck] and [KeyBurns]: a text of consecutive cards. A nil list
// without an error means that there is no such field. The jokers of the text are [cards.Joker], [cards.Joker2], and so on in turn.
func (h *Hand) Cards(key string) ([]cards.Card, error) {
	x := h.Lookup(key)
	if x == nil {
		return nil, nil
	}
	text, ok := Value[string](h, key)
	if !ok {
		return nil, h.ErrorAt(x.Pos, codeType, key+" must be a text of cards", "")
	}
	cs := make([]cards.Card, 0, len(text)/2)
	jokers := cards.Card(0)
	for i := 0; i < len(text); {
		c, n := cards.Scan(text[i:])
		if n == 0 {
			pos := x.Pos
			if pos != 0 && plainText(x.Raw) {
				pos += Pos(i + 1)
			}
			return nil, h.ErrorAt(pos, codeCard, fmt.Sprintf("%s: %s is not a card", key, quote(firstCard([]byte(text[i:])))), cardHint([]byte(text[i:])))
		}
		if c == cards.Joker {
			c += jokers
			jokers ^= 1
		}
		cs = append(cs, c)
		i += n
	}
	return cs, nil
}

// SetCards sets a field of Extra to a text of cards.
func (h *Hand) SetCards(key string, cs []cards.Card) {
	h.setRaw(key, "'"+cards.Format(cs)+"'")
}

// Seed returns the value of [KeySeed]: a whole number, or a text of digits if it exceeds TOML's range.
func (h *Hand) Seed() (seed uint64, ok bool) {
	if n, ok := Value[int64](h, KeySeed); ok {
		return uint64(n), n >= 0
	}
	text, _ := Value[string](h, KeySeed)
	seed, err := strconv.ParseUint(text, 10, 64)
	return seed, err == nil
}

// SetSeed sets [KeySeed].
func (h *Hand) SetSeed(seed uint64) {
	raw := strconv.FormatUint(seed, 10)
	if seed > math.MaxInt64 {
		raw = "'" + raw + "'"
	}
	h.setRaw(KeySeed, raw)
}

// SideKind is a kind of amount that players receive or pay outside the pot.
type SideKind struct {
	Word   string // in [KeyAside]
	Column string // of tables and statistics, "" for none
	// Counts: the amount is a part of the player's result. InMoney: it is money in a tournament, whose results are chips.
	Counts, InMoney bool
}

// InChips reports whether amounts of a kind are of the unit in which a hand is played.
func (k *SideKind) InChips(h *Hand) bool { return !k.InMoney || h.Event == "" }

// Words of amounts in [KeyAside].
const (
	AsideCashOut    = "cash-out"     // received for a hand, or paid for its risk
	AsideCashOutFee = "cash-out fee" // what the buyer of the hand kept: the cash-out is without it
	AsideSold       = "sold"         // won by a hand that was sold, below 0: it goes to the buyer
	AsideInsurance  = "insurance"
	AsideBounty     = "bounty"
	AsideJackpot    = "jackpot"
	AsidePrize      = "prize"   // of a tournament
	AsidePlace      = "place"   // in a tournament
	AsidePayment    = "payment" // by a rule of the table, from player to player
)

// SideKinds are the kinds of amounts outside the pot that are told apart; files name others, too, which count for nothing.
var SideKinds = []SideKind{
	{Word: AsideCashOut, Column: "cash_out", Counts: true},
	{Word: AsideCashOutFee, Column: "cash_out_fee"},
	{Word: AsideInsurance, Column: "insurance", Counts: true},
	{Word: AsideBounty, Column: "bounty", Counts: true, InMoney: true},
	{Word: AsideJackpot, Column: "jackpot", Counts: true, InMoney: true},
	{Word: AsidePrize, Column: "prize", InMoney: true},
	{Word: AsidePlace, Column: "place"},
	{Word: AsideSold, Counts: true},
	{Word: AsidePayment, Counts: true},
}

// sideScale is the least number of units per amount of 1 in [Sides]: amounts may be finer than the chips.
const sideScale = 10_000

// Sides are the amounts that the players of a hand received outside the pot, or paid if they are below 0.
type Sides struct {
	Scale  int64     // units per amount of 1, a multiple of the hand's
	By     [][]int64 // by kind, in the order of [SideKinds], and player; nil for a kind that no player has
	Result []int64   // the sum of those that count, by player
}

// Sides returns the amounts outside the pot, nil if there are none.
func (h *Hand) Sides() *Sides {
	list, _ := Value[[]string](h, KeyAside)
	scale := max(h.Scale, sideScale)
	if len(list) == 0 || scale%h.Scale != 0 {
		return nil
	}
	s := &Sides{Scale: scale, By: make([][]int64, len(SideKinds)), Result: make([]int64, h.N())}
	for _, text := range list {
		who, rest, _ := strings.Cut(text, " ")
		at := strings.LastIndexByte(rest, ' ')
		if at < 0 {
			continue
		}
		k := slices.IndexFunc(SideKinds, func(k SideKind) bool { return k.Word == rest[:at] })
		amount, less := strings.CutPrefix(rest[at+1:], "-")
		number, named := strings.CutPrefix(who, "p")
		n, err := strconv.Atoi(number)
		a, bad := ParseAmount(amount, scale)
		if k < 0 || !named || err != nil || bad != nil || n < 1 || n > h.N() || a > MaxAmount {
			continue
		}
		if less {
			a = -a
		}
		if s.By[k] == nil {
			s.By[k] = make([]int64, h.N())
		}
		addUpTo(&s.By[k][n-1], a)
		if SideKinds[k].Counts && SideKinds[k].InChips(h) {
			addUpTo(&s.Result[n-1], a)
		}
	}
	return s
}

// addUpTo adds an amount to a sum that never passes [MaxAmount].
func addUpTo(sum *int64, amount int64) { *sum = min(max(*sum+amount, -MaxAmount), MaxAmount) }
