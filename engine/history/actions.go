package history

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// Verb is the kind of an action.
type Verb uint8

// The verbs of PHH, then those of the superset.
const (
	NoOp      Verb = iota // "" or only a commentary
	DealHole              // d dh pN CARDS: Player gets them
	Fold                  // pN f
	CheckCall             // pN cc
	BetTo                 // pN cbr AMOUNT: the whole wager on this street
	DealBoard             // d db CARDS
	Show                  // pN sm CARDS
	Muck                  // pN sm
	ShowDealt             // pN sm -: the cards already dealt to the player
	Discard               // pN sd CARDS: no cards to stand pat
	BringIn               // pN pb

	Pick     // pN pick [CARDS]: answers a question for cards that has no verb of its own; no cards where the game allows none
	Expose   // pN expose CARDS: the player turns these cards face up
	Buy      // pN buy [CARDS]: gives up these cards for new ones, none to decline
	Post     // pN post AMOUNT [WORDS]: posts chips outside antes and blinds
	Straddle // pN straddle AMOUNT
	DealBurn // d burn CARDS: these are burned face up
	Choose   // pN choose WORDS: answers a question of the game
	Event    // d event WORDS, pN event WORDS: an irregularity
	GoOn     // d go N: the dealer takes N steps before an irregularity
)

// Dealer is the player number of the dealer's actions.
const Dealer int8 = -1

// MaxActionCards is the largest number of cards in one action.
const MaxActionCards = 16

// Action is one action of a hand. Actions can be compared with ==.
type Action struct {
	Amount     int64  // BetTo, Post, Straddle: in units of 1/Scale
	Text       string // Choose, Event, GoOn, Post: the words after the verb
	Commentary string // the text after " # "
	Pos        Pos    // the first word, or the opening quote of a string with escapes
	Verb       Verb
	Player     int8 // from 0; Dealer for the dealer and for NoOp
	n          uint8
	cards      [MaxActionCards]cards.Card
}

// Cards returns the cards of the action: those dealt, discarded or shown. The slice aliases the action.
func (a *Action) Cards() []cards.Card { return a.cards[:a.n] }

// SetCards sets the cards of the action and drops those beyond [MaxActionCards].
func (a *Action) SetCards(cs ...cards.Card) { a.n = uint8(copy(a.cards[:], cs)) }

// String returns the action as a hand file writes it, with the amount in units: for the amount in chips see [Action.Append].
func (a *Action) String() string { return string(a.Append(nil, 1)) }

// Append appends the action to b as a hand file writes it, without quotes. scale is that of the hand.
func (a *Action) Append(b []byte, scale int64) []byte { return appendAction(b, a, max(1, scale)) }

func (v Verb) String() string {
	switch {
	case v == NoOp:
		return "#"
	case int(v) < len(verbs):
		return verbs[v].word
	}
	return "?"
}

// actors says who may use a verb.
type actors uint8

const (
	byDealer actors = 1 << iota
	byPlayer
)

// arguments is the kind of words that follow a verb.
type arguments uint8

const (
	noArgs      arguments = iota
	seatCards             // pN CARDS
	needCards             // CARDS
	someCards             // [CARDS]
	showCards             // [CARDS or -]
	amount                // AMOUNT
	amountWords           // AMOUNT [WORDS]
	words                 // WORDS
)

// verbs is the table of verbs: a new verb takes one line here and one constant. If two verbs share a word, lookup finds the first.
var verbs = [...]struct {
	word string
	by   actors
	args arguments
	own  bool // of the superset, not part of PHH
}{
	DealHole:  {"dh", byDealer, seatCards, false},
	Fold:      {"f", byPlayer, noArgs, false},
	CheckCall: {"cc", byPlayer, noArgs, false},
	BetTo:     {"cbr", byPlayer, amount, false},
	DealBoard: {"db", byDealer, needCards, false},
	Show:      {"sm", byPlayer, showCards, false},
	Muck:      {"sm", byPlayer, showCards, false},
	ShowDealt: {"sm", byPlayer, showCards, false},
	Discard:   {"sd", byPlayer, someCards, false},
	BringIn:   {"pb", byPlayer, noArgs, false},
	Pick:      {"pick", byPlayer, someCards, true},
	Expose:    {"expose", byPlayer, needCards, true},
	Buy:       {"buy", byPlayer, someCards, true},
	Post:      {"post", byPlayer, amountWords, true},
	Straddle:  {"straddle", byPlayer, amount, true},
	DealBurn:  {"burn", byDealer, needCards, true},
	Choose:    {"choose", byPlayer, words, true},
	Event:     {"event", byDealer | byPlayer, words, true},
	GoOn:      {"go", byDealer, words, true},
}

// everywhere reports whether a verb of the superset is also allowed in a game of PHH: things that
// happen at any table whatever the game, for which PHH has no words.
func everywhere(v Verb) bool { return v == Post || v == Event || v == GoOn }

// meant maps other words that people write to the word of a verb.
var meant = map[string]string{
	"call": "cc", "check": "cc", "c": "cc", "k": "cc", "x": "cc",
	"bet": "cbr", "raise": "cbr", "complete": "cbr", "r": "cbr", "b": "cbr",
	"fold": "f", "show": "sm", "muck": "sm", "discard": "sd", "draw": "sd", "pat": "sd", "stand": "sd",
	"deal": "dh", "board": "db", "bring-in": "pb", "bringin": "pb",
}

// Deals reports whether the dealer deals the action's cards.
func (v Verb) Deals() bool { return v == DealHole || v == DealBoard || v == DealBurn }

// VerbNamed returns the verb of a word, NoOp if there is none.
func VerbNamed(word string) Verb { return verbOf([]byte(word)) }

// verbOf returns the verb of a word, NoOp if there is none.
func verbOf(w []byte) Verb {
	for v := DealHole; int(v) < len(verbs); v++ {
		if verbs[v].word == string(w) {
			return v
		}
	}
	return NoOp
}

// phrase iterates over the words of an action string.
type phrase struct {
	b    []byte
	i    int
	base int  // place of b in the text of the hand
	flat bool // b is a slice of that text, so base+i is the place of byte i
}

// newPhrase finds the place of a string's content in the text. A string with escapes is not a slice
// of the text, so all its words have the place of the opening quote.
func newPhrase(n *unstable.Node, raw []byte) phrase {
	p := phrase{b: n.Data, base: int(n.Raw.Offset)}
	open := 1
	if len(raw) >= 6 && raw[0] == raw[1] && raw[1] == raw[2] {
		open = 3
		if skip := bytes.IndexByte(raw[:min(5, len(raw))], '\n'); skip >= 0 {
			open = skip + 1
		}
	}
	if raw[0] == '\'' || !bytes.Contains(raw, backslash) {
		p.base += open
		p.flat = true
	}
	return p
}

var backslash = []byte{'\\'}

// place returns the place of byte i.
func (p *phrase) place(i int) int {
	if p.flat {
		return p.base + i
	}
	return p.base
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

// next returns the next word, nil at the end of the action.
func (p *phrase) next() (word []byte, place int) {
	for p.i < len(p.b) && isSpace(p.b[p.i]) {
		p.i++
	}
	start := p.i
	if start < len(p.b) && p.b[start] == '#' {
		return nil, p.place(start)
	}
	for p.i < len(p.b) && !isSpace(p.b[p.i]) {
		p.i++
	}
	if start == p.i {
		return nil, p.place(max(0, start-1))
	}
	return p.b[start:p.i], p.place(start)
}

// action parses one action string.
func (s *scanner) action(f Field, n *unstable.Node, at int, a *Action) *diag.Error {
	if n.Kind != unstable.String {
		return s.mistypedEntry(f, n, at)
	}
	a.Player = Dealer
	p := newPhrase(n, s.p.Raw(n.Raw))
	actor, at := p.next()
	a.Pos = Pos(at)
	if actor == nil {
		if !p.comment() {
			a.Pos = Pos(n.Raw.Offset)
		}
		return s.commentary(a, &p)
	}
	if err := s.actor(a, actor, at); err != nil {
		return err
	}
	word, at := p.next()
	if word == nil {
		return s.fail(at, codeAction, fmt.Sprintf("%s does nothing: the verb is missing", quote(actor)), "")
	}
	if err := s.verb(a, word, at); err != nil {
		return err
	}
	if err := s.arguments(a, word, &p); err != nil {
		return err
	}
	return s.commentary(a, &p)
}

// actor parses d or pN.
func (s *scanner) actor(a *Action, w []byte, at int) *diag.Error {
	if len(w) == 1 && w[0] == 'd' {
		return nil
	}
	return s.player(a, w, at)
}

// player parses pN. Whether the hand has that many players is checked after all fields are read.
func (s *scanner) player(a *Action, w []byte, at int) *diag.Error {
	if len(w) < 2 || w[0] != 'p' {
		return s.fail(at, codeAction, fmt.Sprintf("%s is not a player", quote(w)), "an action begins with d for the dealer or p1, p2, … for a player")
	}
	n := 0
	for _, c := range w[1:] {
		if c-'0' > 9 {
			return s.fail(at, codeAction, fmt.Sprintf("%s is not a player", quote(w)), "an action begins with d for the dealer or p1, p2, … for a player")
		}
		n = min(n*10+int(c-'0'), 1000)
	}
	if n < 1 || n > MaxPlayers || w[1] == '0' {
		return s.fail(at, codePlayer, fmt.Sprintf("there is no player %s", quote(w)), fmt.Sprintf("players are p1 to p%d", MaxPlayers))
	}
	a.Player = int8(n - 1)
	if n > s.lastPlayer {
		s.lastPlayer, s.lastPlayerAt = n, at
	}
	return nil
}

// verb parses the verb and checks that the actor may use it.
func (s *scanner) verb(a *Action, w []byte, at int) *diag.Error {
	a.Verb = verbOf(w)
	if a.Verb == NoOp {
		return s.fail(at, codeVerb, fmt.Sprintf("%s is not a verb", quote(w)), verbHint(string(w)))
	}
	by := byPlayer
	if a.Player == Dealer {
		by = byDealer
	}
	v := &verbs[a.Verb]
	if v.by&by == 0 {
		if by == byDealer {
			return s.fail(at, codeVerb, fmt.Sprintf("the dealer cannot %s", w), "a player does that: p1 "+v.word)
		}
		return s.fail(at, codeVerb, fmt.Sprintf("a player cannot %s", w), "the dealer does that: d "+v.word)
	}
	if v.own && !everywhere(a.Verb) && s.ownVerbAt == 0 {
		s.ownVerb, s.ownVerbAt = a.Verb, at
	}
	return nil
}

func verbHint(w string) string {
	if v, ok := meant[w]; ok {
		return "did you mean " + v + "?"
	}
	all := make([]string, 0, len(verbs))
	for _, v := range verbs[1:] {
		all = append(all, v.word)
	}
	if h := diag.DidYouMean(w, all); h != "" {
		return h
	}
	return "the verbs are db, dh for the dealer, pb, cbr, cc, f, sd, sm for a player"
}

// arguments parses the arguments of the verb and rejects any further words.
func (s *scanner) arguments(a *Action, verb []byte, p *phrase) *diag.Error {
	v := &verbs[a.Verb]
	w, at := p.next()
	if v.args == seatCards {
		if w == nil {
			return s.fail(at, codeAction, "dh does not say who gets the cards", "write d dh p1 AhKh")
		}
		if err := s.player(a, w, at); err != nil {
			return err
		}
		w, at = p.next()
	}
	switch v.args {
	case noArgs:
	case seatCards, needCards:
		if w == nil {
			return s.fail(at, codeCard, fmt.Sprintf("%s without a card", verb), "unknown cards are written ??")
		}
		return s.cardWords(a, w, at, p)
	case someCards:
		if w != nil {
			return s.cardWords(a, w, at, p)
		}
	case showCards:
		switch {
		case w == nil:
			a.Verb = Muck
		case len(w) == 1 && w[0] == '-':
			a.Verb = ShowDealt
			w, at = p.next()
		default:
			return s.cardWords(a, w, at, p)
		}
	case amount, amountWords:
		if w == nil {
			return s.fail(at, codeAmount, fmt.Sprintf("%s without an amount", verb), "")
		}
		if err := s.chips(a, w, at); err != nil {
			return err
		}
		if v.args == amountWords {
			a.Text = s.rest(p)
		}
		w, at = p.next()
	case words:
		if w == nil {
			return s.fail(at, codeAction, fmt.Sprintf("%s does not say what", verb), "")
		}
		p.i -= len(w)
		a.Text = s.rest(p)
		w = nil
	}
	if w != nil {
		return s.fail(at, codeAction, fmt.Sprintf("unexpected %s after %s", quote(w), verb), "a comment begins with ' # '")
	}
	return nil
}

// rest returns all words up to the commentary, joined by spaces.
func (s *scanner) rest(p *phrase) string {
	s.scratch = s.scratch[:0]
	for w, _ := p.next(); w != nil; w, _ = p.next() {
		if len(s.scratch) > 0 {
			s.scratch = append(s.scratch, ' ')
		}
		s.scratch = append(s.scratch, w...)
	}
	return s.intern(s.scratch)
}

// chips parses the amount of an action.
func (s *scanner) chips(a *Action, w []byte, at int) *diag.Error {
	n, err := s.h.amount(w)
	switch {
	case errors.Is(err, errNotNumber):
		return s.fail(at, codeAmount, fmt.Sprintf("%s is not an amount", quote(w)), "")
	case err != nil:
		return s.fail(at, codeAmount, fmt.Sprintf("the amount %s is %v", quote(w), err), "")
	case n <= 0:
		return s.fail(at, codeAmount, fmt.Sprintf("the amount %s is not above zero", quote(w)), "cbr takes the player's whole wager on the street")
	}
	a.Amount = n
	return nil
}

// cardWords parses the cards of an action. They are one word; a lenient reader accepts several.
func (s *scanner) cardWords(a *Action, w []byte, at int, p *phrase) *diag.Error {
	for {
		if err := s.cards(a, w, at, p.flat); err != nil {
			return err
		}
		w, at = p.next()
		if w == nil {
			return nil
		}
		if err := s.tolerate(at, codeCard, "cards with a blank between them", "write cards one after the other: AhKh"); err != nil {
			return err
		}
	}
}

// cards parses consecutive cards without separators.
func (s *scanner) cards(a *Action, w []byte, at int, flat bool) *diag.Error {
	for i := 0; i < len(w); {
		place := at
		if flat {
			place += i
		}
		c, n := cards.Unknown, 0
		if i+2 <= len(w) {
			c, n = cards.Scan(string(w[i : i+2]))
		}
		if n == 0 {
			var err *diag.Error
			if c, n, err = s.oddCard(w[i:], place); err != nil {
				return err
			}
			if n < 0 {
				i -= n
				continue
			}
		}
		if c == cards.Joker && slices.ContainsFunc(a.Cards(), cards.Card.IsJoker) {
			c = cards.Joker2
		}
		if a.n == MaxActionCards {
			return s.fail(place, codeCard, fmt.Sprintf("more than %d cards in one action", MaxActionCards), "")
		}
		a.cards[a.n] = c
		a.n++
		i += n
	}
	return nil
}

// oddCard parses what a lenient reader accepts as a card; a strict reader rejects it. A negative n means to skip that many bytes without a card.
func (s *scanner) oddCard(w []byte, at int) (c cards.Card, n int, err *diag.Error) {
	c = cards.Unknown
	switch {
	case w[0] == ',':
		return c, -1, s.tolerate(at, codeCard, "comma between cards", "write cards one after the other: AhKh")
	case len(w) >= 3 && w[0] == '1' && w[1] == '0':
		if ten, ok := cards.Scan("T" + string(w[2]) + " "); ok > 0 {
			return ten, 3, s.tolerate(at, codeCard, fmt.Sprintf("%s is not a card", quote(w[:3])), "ten is T: "+ten.String())
		}
	case len(w) >= 2 && w[1] == '?':
		if _, ok := cards.Scan(string(w[:1]) + "c"); ok > 0 {
			return c, 2, s.tolerate(at, codeCard, fmt.Sprintf("%s is half a card", quote(w[:2])), "a card that is not known is ??")
		}
	case len(w) >= 2 && w[0] == '?':
		if _, ok := cards.Scan("A" + string(w[1:2])); ok > 0 {
			return c, 2, s.tolerate(at, codeCard, fmt.Sprintf("%s is half a card", quote(w[:2])), "a card that is not known is ??")
		}
	}
	return c, 0, s.fail(at, codeCard, fmt.Sprintf("%s is not a card", quote(firstCard(w))), cardHint(w))
}

// firstCard returns the beginning of w that is as long as a card.
func firstCard(w []byte) []byte {
	n := 0
	for i, r := range string(w) {
		if n == 2 || i > 0 && r < utf8.RuneSelf && isSpace(byte(r)) {
			return w[:i]
		}
		n++
	}
	return w
}

// cardHint returns how to write the card at the start of w.
func cardHint(w []byte) string {
	if len(firstCard(w)) == 1 {
		if _, ok := cards.Scan(string(w[:1]) + "c"); ok > 0 {
			return "the suit is missing"
		}
	}
	if len(w) >= 2 {
		rank, suit := bytes.ToUpper(w[:1]), bytes.ToLower(w[1:2])
		if c, ok := cards.Scan(string(rank) + string(suit)); ok > 0 {
			return "did you mean " + c.String() + "? ranks are upper case, suits lower"
		}
	}
	return "a card is a rank 23456789TJQKA and a suit cdhs, ?? if not known"
}

// comment reports whether a commentary comes next.
func (p *phrase) comment() bool { return p.i < len(p.b) && p.b[p.i] == '#' }

// commentary parses the text after the #.
func (s *scanner) commentary(a *Action, p *phrase) *diag.Error {
	if !p.comment() {
		return nil
	}
	rest := p.b[p.i+1:]
	if len(rest) > 0 && !isSpace(rest[0]) {
		if err := s.tolerate(p.place(p.i), codeAction, "no blank after #", "a comment begins with ' # '"); err != nil {
			return err
		}
	}
	a.Commentary = s.intern(bytes.Trim(rest, " \t\n\v\f\r"))
	return nil
}
