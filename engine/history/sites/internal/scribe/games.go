package scribe

import (
	"bytes"
	"slices"

	"cardroom/engine/history"
)

// Games that sites deal.
var (
	Holdem      = Game{Variant: "sites/holdem", Hole: 2}
	ShortDeck   = Game{Variant: "sites/shortdeck", Hole: 2}
	Omaha       = Game{Variant: "sites/omaha", Hole: 4}
	Omaha8      = Game{Variant: "sites/omaha8", Hole: 4}
	Omaha5      = Game{Variant: "sites/omaha5", Hole: 5}
	Omaha5HiLo  = Game{Variant: "sites/omaha5-hilo", Hole: 5}
	Omaha6      = Game{Variant: "sites/omaha6", Hole: 6}
	Omaha6HiLo  = Game{Variant: "sites/omaha6-hilo", Hole: 6}
	Courchevel  = Game{Variant: "sites/courchevel", Hole: 5, OpenOne: true}
	Courchevel8 = Game{Variant: "sites/courchevel-hilo", Hole: 5, OpenOne: true}
	SevenStud   = Game{Variant: "sites/stud", Kind: Stud, Hole: 3}
	SevenStud8  = Game{Variant: "sites/stud8", Kind: Stud, Hole: 3}
	Razz        = Game{Variant: "sites/razz", Kind: Stud, Hole: 3}
	FiveStud    = Game{Variant: "sites/stud5", Kind: Stud, Hole: 2}
	FiveDraw    = Game{Variant: "sites/draw5", Kind: Draw, Hole: 5}
	Single27    = Game{Variant: "sites/single27", Kind: Draw, Hole: 5}
	Triple27    = Game{Variant: "sites/triple27", Kind: Draw, Hole: 5}
	TripleA5    = Game{Variant: "sites/triple-a5", Kind: Draw, Hole: 5}
	Badacey     = Game{Variant: "sites/badacey", Kind: Draw, Hole: 5}
	Badeucey    = Game{Variant: "sites/badeucey", Kind: Draw, Hole: 5}
	Badugi      = Game{Variant: "sites/badugi", Kind: Draw, Hole: 4}
)

// hilo are the words for games that are shared with a low hand.
var hilo = []string{"hi/lo", "hi-lo", "hilo", "8 or better", "eight or better", "hi / lo", "h/l", "omaha8", "o8", "plo8", "omaha 8", "stud8", "stud 8", "hl "}

// namesOfGames are the words for games, of which the first that a text contains counts.
var namesOfGames = []struct {
	words    []string
	game     Game
	hilo     *Game
	standard Limit // if the text names none
}{
	{[]string{"6+ hold", "six plus", "short deck", "shortdeck"}, ShortDeck, nil, NoLimit},
	{[]string{"courchevel"}, Courchevel, &Courchevel8, PotLimit},
	{[]string{"6 card omaha", "6-card omaha", "six card omaha", "omaha 6 card", "6card omaha", "omaha6", "plo-6", "plo 6", "plo6", "omaha 6 hi"}, Omaha6, &Omaha6HiLo, PotLimit},
	{[]string{"5 card omaha", "5-card omaha", "five card omaha", "omaha 5 card", "5card omaha", "omaha5", "plo-5", "plo 5", "plo5", "omaha 5 hi"}, Omaha5, &Omaha5HiLo, PotLimit},
	{[]string{"omaha", "plo"}, Omaha, &Omaha8, PotLimit},
	{[]string{"5 card stud", "5-card stud", "five card stud"}, FiveStud, nil, Fixed},
	{[]string{"razz"}, Razz, nil, Fixed},
	{[]string{"7card", "stud"}, SevenStud, &SevenStud8, Fixed},
	{[]string{"2to7 triple", "deuce to seven triple", "triple draw lowball", "triple draw 2-7", "2-7 triple"}, Triple27, nil, Fixed},
	{[]string{"2to7 single", "single draw 2-7", "2-7 single"}, Single27, nil, NoLimit},
	{[]string{"a-5 triple"}, TripleA5, nil, Fixed},
	{[]string{"badugi"}, Badugi, nil, Fixed},
	{[]string{"badacey"}, Badacey, nil, Fixed},
	{[]string{"badeucey", "badeucy"}, Badeucey, nil, Fixed},
	{[]string{"5 card draw", "5-card draw", "five card draw"}, FiveDraw, nil, Fixed},
	{[]string{"hold'em", "holdem", "hold em", "hold´em", "nlh"}, Holdem, nil, NoLimit},
}

type otherGame struct{ word, name, why string }

// others are games of sites whose names contain the name of another game or whose rules no game here has.
var others = []otherGame{
	{"double hold", "Double Hold'em", "one of three hole cards is set aside for a count of its own"},
	{"swap hold", "Swap Hold'em", "players may exchange their hole cards"},
	{"unfold", "Unfold Hold'em", "whoever has folded may come back"},
	{"deep water", "Deep Water Hold'em", ""},
	{"fusion", "Fusion", "hole cards are dealt on the flop and on the turn too"},
	{"telesina", "Telesina", "how many cards the deck has follows from the number of players"},
	{"pineapple", "Pineapple", "a hole card is thrown away"},
	{"irish", "Irish", "hole cards are thrown away"},
	{"dramaha", "Dramaha", ""},
	{"drawmaha", "Drawmaha", ""},
	{"chinese", "Chinese poker", "hands are laid out and nothing is bet"},
	{"open face", "open-face Chinese poker", "hands are laid out and nothing is bet"},
}

func other(low []byte) *otherGame {
	if i := slices.IndexFunc(others, func(o otherGame) bool { return bytes.Contains(low, []byte(o.word)) }); i >= 0 {
		return &others[i]
	}
	return nil
}

// GameIn returns the game and the limit that a part of a line names.
func (t *Text) GameIn(part []byte) (Game, Limit, error) {
	g, l, ok := GameNamed(part)
	if !ok {
		var small [160]byte
		if o := other(lower(part, small[:0])); o != nil {
			return g, l, t.Fail(t.Pos(part), history.CodeGame, "no game of the house sites has the rules of "+o.name, o.why)
		}
		name := bytes.TrimSpace(part)
		return g, l, t.Fail(t.Pos(name), history.CodeGame, "the game is not known: "+string(name[:min(len(name), 60)]), "")
	}
	return g, l, nil
}

var limitLetters = map[string]Limit{"NL": NoLimit, "PL": PotLimit, "FL": Fixed}

// Plays records the game and the limit that a part of a line names, the stakes, and the currency of which a text has the sign, unless it is a
// tournament.
func (t *Text) Plays(kind []byte, low, high int64, money []byte, tournament bool) error {
	words := undated(kind)
	k := slices.IndexFunc(t.named[:], func(n namedGame) bool { return len(words) > 0 && bytes.Equal(words, n.words) })
	if k < 0 {
		game, limit, err := t.GameIn(kind)
		if err != nil {
			return err
		}
		for word := range bytes.FieldsSeq(kind) {
			if l, ok := limitLetters[string(word)]; ok {
				limit = l
			}
		}
		k = int(t.turn % uint8(len(t.named)))
		t.turn++
		t.named[k] = namedGame{append(t.named[k].words[:0], words...), game, limit}
	}
	if t.Tournament = tournament; !tournament {
		t.Currency(money)
	}
	t.Play(t.named[k].game, t.named[k].limit, low, high)
	return nil
}

// namedGame is the game that words name.
type namedGame struct {
	words []byte
	game  Game
	limit Limit
}

// undated returns a header without the date at its end, if it has one.
func undated(text []byte) []byte {
	if dash := bytes.LastIndex(text, []byte("- ")); dash >= 0 {
		if year, n := Number(text[dash+2:]); n == 4 && year > 1990 {
			return text[:dash]
		}
	}
	return text
}

// NoStakes returns the error for a part of a line without the stakes.
func (t *Text) NoStakes(part []byte) error {
	return t.Fail(t.Pos(part), history.CodeGame, "the stakes are not there", "")
}

// GameNamed returns the game and the limit that a header names.
func GameNamed(text []byte) (g Game, l Limit, ok bool) {
	if in := inner(text); in != nil {
		if g, l, ok = gameNamed(in); ok {
			return g, l, ok
		}
	}
	return gameNamed(text)
}

// inner returns the text from a bracket followed by a word: the game of a mix, as in "HORSE (Razz Limit, $2/$4)".
func inner(rest []byte) []byte {
	for k := 0; k+1 < len(rest); k++ {
		if c := rest[k+1] | 0x20; rest[k] == '(' && (c-'a' < 26 || rest[k+1] >= '2' && rest[k+1] <= '7' && k+2 < len(rest) && (rest[k+2] == '-' || rest[k+2] == ' ')) {
			return rest[k:]
		}
	}
	return nil
}

func gameNamed(text []byte) (g Game, l Limit, ok bool) {
	var small [160]byte
	low := lower(text, small[:0])
	if other(low) != nil {
		return g, l, false
	}
	for i := range namesOfGames {
		n := &namesOfGames[i]
		if !containsAny(low, n.words) {
			continue
		}
		g, l = n.game, n.standard
		if n.hilo != nil && containsAny(low, hilo) {
			g = *n.hilo
		}
		if named, ok := limitNamed(low); ok {
			l = named
		}
		return g, l, true
	}
	return g, l, false
}

// containsAny reports whether a text contains one of several words.
func containsAny(text []byte, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// LimitNamed returns the limit that a text names in full words.
func LimitNamed(text []byte) (l Limit, ok bool) {
	var small [160]byte
	return limitNamed(lower(text, small[:0]))
}

func limitNamed(low []byte) (l Limit, ok bool) {
	switch {
	case containsAny(low, []string{"no limit", "no-limit", "nolimit", "nl postflop"}): // the last is pot limit before the flop, which allows nothing that no limit forbids
		return NoLimit, true
	case containsAny(low, []string{"pot limit", "pot-limit", "potlimit"}):
		return PotLimit, true
	}
	return Fixed, bytes.Contains(low, []byte("limit"))
}

func lower(text, to []byte) []byte {
	for _, c := range text[:min(len(text), cap(to))] {
		if c-'A' < 26 {
			c += 'a' - 'A'
		}
		to = append(to, c)
	}
	return to
}
