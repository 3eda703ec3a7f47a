package history

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/engine/cards"
)

// everything is a hand with every field, in the written layout.
const everything = `variant = 'X-F7S'
ante_trimming_status = true
antes = [0.5, 0.5]
blinds_or_straddles = [0, 0]
bring_in = 1
small_bet = 2
big_bet = 4
min_bet = 2
starting_stacks = [100.25, inf]
actions = ['d dh p1 AhKh2c', 'd dh p2 ????Jo', 'p1 pb', 'p2 cbr 2', 'p1 cc', 'p1 sd', 'p2 sd 2c', 'p1 sm -', 'p2 sm', 'p1 sm AhKh2c # wins', '', '# end', 'p1 post 2.5 dead', 'd event boxed Kd']
author = 'A'
event = "B's"
url = 'https://example.org/?a=\b'
venue = "two\nlines"
address = 'äöü 三'
city = ''
region = "a\u0007b"
postal_code = "'\"\\"
country = 'X'
time = 20:30:15.25
time_zone = 'Europe/Vienna'
time_zone_abbreviation = 'CET'
day = 28
month = 6
year = 2019
hand = 0
level = 0
seats = [3, 5]
seat_count = 8
table = 'final'
players = ['', 'Bob']
finishing_stacks = [99.75, inf]
winnings = [0, 3.5]
currency = 'USD'
currency_symbol = '$'
time_limit = inf
time_banks = [30, 0.125]
_deck = 'AhKh'
_options = { cap = 3, 'odd chip' = "seat" }
_nested = [[1], [2, 3]]
'_odd key' = 2024-01-02
`

func TestWriteEverything(t *testing.T) {
	h := one(t, everything)
	if got := string(Append(nil, h)); got != everything {
		t.Errorf("written:\n%s", got)
	}
	if h.Time != 20*time.Hour+30*time.Minute+15*time.Second+250*time.Millisecond ||
		h.TimeLimit != Forever || h.TimeBanks[1] != 125*time.Millisecond {
		t.Errorf("%v %v %v", h.Time, h.TimeLimit, h.TimeBanks)
	}
	if !h.Has(FieldLevel) || h.Has(FieldTimeLimit) == h.Has(numFields) || h.HandID != NumberID(0) || h.TableID != TextID("final") {
		t.Errorf("%+v", h)
	}
	// In the order of the constants, the same fields are written.
	c := h.Clone()
	c.order = nil
	c.City, c.Level = "x", 1
	want := strings.NewReplacer("city = ''", "city = 'x'", "level = 0", "level = 1").Replace(everything)
	if got := string(Append(nil, c)); got != want {
		t.Errorf("in canonical order:\n%s", got)
	}
}

// TestWriteKeepsOrder: fields keep their places, and added ones follow.
func TestWriteKeepsOrder(t *testing.T) {
	text := `_first = 1
actions = []
starting_stacks = [1, 1]
variant = 'NT'
colour = 'red'
min_bet = 1
antes = [0, 0]
blinds_or_straddles = [0, 0]
`
	h := one(t, text)
	if got := string(Append(nil, h)); got != text {
		t.Errorf("written:\n%s", got)
	}
	h.Finishing = []int64{2, 0}
	if err := h.Set("_last", []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	if err := h.Set("_first", map[string]any{"b": 1, "a": "x"}); err != nil {
		t.Fatal(err)
	}
	h.Unset("colour")
	want := `_first = {a = 'x', b = 1}
actions = []
starting_stacks = [1, 1]
variant = 'NT'
min_bet = 1
antes = [0, 0]
blinds_or_straddles = [0, 0]
finishing_stacks = [2, 0]
_last = ['a', 'b']
`
	if got := string(Append(nil, h)); got != want {
		t.Errorf("written:\n%s", got)
	}
}

func TestWriterTables(t *testing.T) {
	text := session(3)
	hands, err := Read("s.phhs", text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if b := tables(hands...); !bytes.Equal(b, text) {
		t.Errorf("written:\n%s", b)
	}
}

// tables returns hands as a .phhs file, numbered from 1.
func tables(hands ...*Hand) (b []byte) {
	for i, h := range hands {
		if i > 0 {
			b = append(b, '\n')
		}
		b = AppendTable(b, strconv.Itoa(i+1), h)
	}
	return b
}

func TestValues(t *testing.T) {
	h := one(t, everything+`_s = "a\tb"
_n = 5
_l = ['x', 'y']
_b = true
_quotes = "a'b"
_empty = ''
_multi = '''
x'''
`)
	if v, ok := Value[string](h, "_s"); !ok || v != "a\tb" {
		t.Errorf("%q %v", v, ok)
	}
	if v, ok := Value[string](h, "_quotes"); !ok || v != "a'b" {
		t.Errorf("%q %v", v, ok)
	}
	if v, ok := Value[string](h, "_empty"); !ok || v != "" {
		t.Errorf("%q %v", v, ok)
	}
	if v, ok := Value[string](h, "_multi"); !ok || v != "x" {
		t.Errorf("%q %v", v, ok)
	}
	if v, ok := Value[int64](h, "_n"); !ok || v != 5 {
		t.Errorf("%d %v", v, ok)
	}
	if v, ok := Value[bool](h, "_b"); !ok || !v {
		t.Errorf("%v %v", v, ok)
	}
	if v, ok := Value[[]string](h, "_l"); !ok || !slices.Equal(v, []string{"x", "y"}) {
		t.Errorf("%v %v", v, ok)
	}
	if v, ok := Value[map[string]any](h, KeyOptions); !ok || v["odd chip"] != "seat" || v["cap"] != int64(3) {
		t.Errorf("%v %v", v, ok)
	}
	if v, ok := Value[int64](h, "_s"); ok {
		t.Errorf("a text is the number %d", v)
	}
	if _, ok := Value[string](h, "_none"); ok {
		t.Error("a field that is not there has a value")
	}
	if h.Set("plain", 1) == nil {
		t.Error("a key without underscore is accepted")
	}
}

func TestSupersetCards(t *testing.T) {
	var h Hand
	deck := cards.Deck{Jokers: 2}.Append(nil)
	h.SetCards(KeyDeck, deck)
	got, err := h.Cards(KeyDeck)
	if err != nil || !slices.Equal(got, deck) {
		t.Errorf("%v %v", got, err)
	}
	if got, err := h.Cards(KeyBurns); got != nil || err != nil {
		t.Errorf("%v %v", got, err)
	}
	read := one(t, strings.Replace(everything, "_deck = 'AhKh'", "_deck = 'AhXx'\n_burns = 5", 1))
	if _, err := read.Cards(KeyDeck); err == nil || err.Error() != "f.phh:38:12: _deck: 'Xx' is not a card" {
		t.Errorf("%v", err)
	}
	if _, err := read.Cards(KeyBurns); err == nil || err.Error() != "f.phh:39:10: _burns must be a text of cards" {
		t.Errorf("%v", err)
	}
}

func TestSeed(t *testing.T) {
	var h Hand
	if _, ok := h.Seed(); ok {
		t.Error("a hand without a seed has one")
	}
	for _, seed := range []uint64{0, 7, 1 << 62, 1<<64 - 1} {
		h.SetSeed(seed)
		if got, ok := h.Seed(); !ok || got != seed {
			t.Errorf("%d reads as %d", seed, got)
		}
	}
}

// TestReuse: a hand keeps nothing of the hand that was read into it before.
func TestReuse(t *testing.T) {
	r := NewReader("f.phhs", []byte("[1]\n"+everything+"[2]\nvariant = 'X-Y'\nstarting_stacks = [1, 1]\nactions = []\n"), Options{})
	var h Hand
	for range 2 {
		if err := r.Next(&h); err != nil {
			t.Fatal(err)
		}
	}
	want := "variant = 'X-Y'\nstarting_stacks = [1, 1]\nactions = []\n"
	if got := string(Append(nil, &h)); got != want {
		t.Errorf("written:\n%s", got)
	}
	if h.Antes != nil || h.Finishing != nil || h.Players != nil || h.TimeBanks != nil || h.Seats != nil {
		t.Errorf("%+v", h)
	}
}
