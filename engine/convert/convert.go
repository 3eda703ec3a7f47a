// Package convert writes recorded hands in other formats, using the results of replaying them.
//
// [Target.Write] reports what a target cannot express; [Same] compares a hand with the one read back.
package convert

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	_ "time/tzdata" // the same zones on every machine, see [history.Hand.UTC]; the page does not convert, and its engine is smaller

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// Hand is a recorded hand that was replayed.
type Hand struct {
	Record *history.Hand
	Played *hand.Hand
	Events []hand.Event
}

// Target is a format in which hands can be written.
type Target struct {
	Name   string
	Ending string // extension of its files
	// Between is written between two hands; hands are numbered from First.
	Between string
	First   int
	// Write writes a hand. It returns an error if the format cannot express it.
	Write func(h *Hand) (*Text, error)
}

// Text is a written hand.
type Text struct {
	Bytes  []byte
	Number int      // offset at which its number in the file is inserted, -1 for none
	Head   string   // must appear in the file before the hand
	Lost   []string // what the format cannot express
}

// File is a file of a target, to which hands are added.
type File struct {
	Target *Target
	n      int // hands so far
	head   string
}

// Append appends a hand to b.
func (f *File) Append(b []byte, text *Text) []byte {
	if f.n > 0 {
		b = append(b, f.Target.Between...)
	}
	if f.head != text.Head {
		f.head = text.Head
		b = append(b, text.Head...)
	}
	f.n++
	if text.Number < 0 {
		return append(b, text.Bytes...)
	}
	b = append(b, text.Bytes[:text.Number]...)
	b = strconv.AppendInt(b, int64(f.n-1+f.Target.First), 10)
	return append(b, text.Bytes[text.Number:]...)
}

// Targets are the formats.
var Targets = []Target{
	{Name: "phh", Ending: ".phhs", Between: "\n", First: 1, Write: writePHH},
	{Name: "ohh", Ending: ".json", Between: "\n", First: 1, Write: writeOHH},
	{Name: "pokerstars", Ending: ".txt", Between: "\n\n", First: 1, Write: writePokerStars},
	{Name: "acpc", Ending: ".log", Write: writeACPC},
}

// Named returns the target with a name, nil if there is none.
func Named(name string) *Target {
	for i := range Targets {
		if Targets[i].Name == name {
			return &Targets[i]
		}
	}
	return nil
}

// name returns a player's name.
func (h *Hand) name(player int) string {
	if player < len(h.Record.Players) && h.Record.Players[player] != "" {
		return strings.Join(strings.Fields(h.Record.Players[player]), " ")
	}
	return fmt.Sprintf("p%d", player+1)
}

// chair returns a player's seat number.
func (h *Hand) chair(player int) int64 {
	if player < len(h.Record.Seats) && h.Record.Seats[player] > 0 {
		return h.Record.Seats[player]
	}
	return int64(player) + 1
}

// byChair returns the players ordered by seat number.
func (h *Hand) byChair() []int {
	out := make([]int, h.Record.N())
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return int(h.chair(a) - h.chair(b)) })
	return out
}

func (h *Hand) stakes() *plan.Stakes { return &h.Played.Plan().Stakes }

// said are the fields of the superset that all targets express in their own way.
var said = []string{history.KeyRake, history.KeyLimit, history.KeyOptions, history.KeyCap, history.KeyAdded, history.KeyChip, history.KeyMoney, history.KeyHero, history.KeyUneven}

// fieldWords say in words what fields of the superset hold.
var fieldWords = map[string]string{
	history.KeyDeck: "the order of the deck", history.KeyBurns: "burn cards", history.KeySeed: "the seed of the cards", history.KeyHand: "the number of the hand in its run",
	history.KeyStakes: "the stakes as the house names them", history.KeyAbsent: "players who are absent", history.KeyBanked: "the choices against the bank",
	history.KeyButton: "where the button is", history.KeyCarried: "chips carried from the hand before", history.KeyRolls: "rolls of dice",
	history.KeyRaised: "how the stakes were raised", history.KeyForced: "who posts by the table's rules", history.KeyFees: "fees", history.KeyStraddles: "who straddles",
	history.KeyPayments: "payments of players who were not in the hand", history.KeyBefore: "events at the table before the hand", history.KeySession: "the session", history.KeyTable: "the rules of the table", history.KeyIncomplete: "that the session was interrupted",
}

// lost lists in words what only PHH and its superset can express; beside are the kinds of amounts outside the pot that the target has.
func (h *Hand) lost(beside ...string) (out []string) {
	for i := range h.Record.Extra {
		key := h.Record.Extra[i].Key
		switch words, named := fieldWords[key]; {
		case slices.Contains(said, key):
		case key == history.KeyAside:
			out = append(out, h.besides(beside)...)
		case named:
			out = append(out, words)
		default:
			out = append(out, "the field "+key)
		}
	}
	events, notes := false, false
	for i := range h.Record.Actions {
		a := &h.Record.Actions[i]
		events = events || a.Verb == history.Event || a.Verb == history.GoOn
		notes = notes || a.Commentary != ""
	}
	if events {
		out = append(out, "irregularities")
	}
	if notes {
		out = append(out, "commentaries")
	}
	if slices.ContainsFunc(h.Events, func(e hand.Event) bool {
		f := e.Kind.Facts()
		return f.DealsTo(plan.ZoneBurn) && f.Sight == plan.SeenByAll
	}) {
		out = append(out, "burn cards that lie face up")
	}
	return out
}

// besides lists the kinds of amounts outside the pot that a target does not have.
func (h *Hand) besides(has []string) (out []string) {
	list, _ := history.Value[[]string](h.Record, history.KeyAside)
	for _, text := range list {
		_, rest, _ := strings.Cut(text, " ")
		word := rest[:max(0, strings.LastIndexByte(rest, ' '))]
		if text := "an amount outside the pot: " + word; !slices.Contains(has, word) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// inMoney reports whether amounts are money with fractions, not whole chips.
func (h *Hand) inMoney() bool {
	return h.Record.Scale > 1 && h.stakes().Chip < h.Record.Scale
}

// post is the kind of a forced bet.
type post uint8

const (
	ante post = iota
	deadPost
	smallBlind
	bigBlind
	buttonBlind
	straddle
	extraBlind
)

// posts determines the kinds of a hand's forced bets, in the order of its events.
type posts struct {
	antes, blinds []int64 // of the record, by player; 0 once they are posted
	big           int64
}

func (h *Hand) posts() *posts {
	n := h.Record.N()
	p := &posts{antes: make([]int64, n), blinds: make([]int64, n), big: h.stakes().Small.Lo}
	for i := range n {
		entry := hand.Crosswise(i, n)
		if entry < len(h.Record.Antes) {
			p.antes[i] = h.Record.Antes[entry]
		}
		if entry < len(h.Record.Blinds) {
			p.blinds[i] = h.Record.Blinds[entry]
		}
	}
	return p
}

// of returns the kind of an event's post, by comparing it with the minimum bet.
func (p *posts) of(e *hand.Event) post {
	if e.Kind.Facts().Pays != hand.PaysBlind {
		if p.antes[e.Seat] > 0 {
			p.antes[e.Seat] = 0
			return ante
		}
		return deadPost
	}
	blind, n := p.blinds[e.Seat], len(p.blinds)
	p.blinds[e.Seat] = 0
	switch {
	case blind <= 0:
		return extraBlind
	case blind < p.big:
		return smallBlind
	case blind > p.big:
		return straddle
	case int(e.Seat) == n-1 && n > 2:
		return buttonBlind
	}
	return bigBlind
}

// unfinished returns an error if the hand is not finished, or lacks facts that the format needs.
func (h *Hand) unfinished() error {
	if h.Played.Pending() != nil {
		return errors.New("the hand is not finished")
	}
	if i := slices.Index(h.Record.Starting, history.Infinite); i >= 0 {
		return fmt.Errorf("the format needs all stacks, and that of %s is not known", h.name(i))
	}
	for i := range h.Record.Actions {
		if a := &h.Record.Actions[i]; a.Verb == history.Show && a.Player >= 0 && slices.Contains(a.Cards(), cards.Unknown) && h.Played.Won(int(a.Player)) > 0 {
			return fmt.Errorf("the format has the hands that win, and that of %s is not known", h.name(int(a.Player)))
		}
	}
	return nil
}

// rake returns what the house took from the pots.
func (h *Hand) rake() (sum int64) {
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind.Facts().Pays == hand.PaysFee && e.Seat < 0 {
			sum += e.Amount
		}
	}
	return sum
}

// known reports whether there are cards and all are known.
func known(cs []cards.Card) bool {
	return len(cs) > 0 && !slices.Contains(cs, cards.Unknown)
}

// competes reports whether readings are those of the competition, whose cap of raises no hand of a log passes: it plays as the variant of PHH.
func competes(options map[string]string) bool { return options["site"] == "acpc" }

// writePHH writes a table of PHH. A hand that might play differently as a game of PHH, because the
// site calls a short blind in full, keeps the game of the site.
func writePHH(h *Hand) (*Text, error) {
	rec := h.Record.Clone()
	if options, _ := history.Value[map[string]string](rec, history.KeyOptions); len(options) == 1 && competes(options) {
		rec.Unset(history.KeyOptions)
	}
	if code := codeOf(rec); code != "" && !h.ofSites() {
		rec.Variant = code
		rec.Unset(history.KeyLimit)
	}
	if err := h.readings(rec); err != nil {
		return nil, err
	}
	if names[h.Record.Variant].phh.of(rec.Variant) {
		latePosts(rec)
		h.shows(rec)
	}
	rec.Format = ""
	return &Text{Bytes: history.Append([]byte("[]\n"), rec), Number: len("[")}, nil
}

// latePosts writes the posts of players who come in as PokerKit reads them, if it can: a live one as a blind below zero, which does not move
// the opener, and a dead one as the ante of one player, in a hand without antes.
func latePosts(rec *history.Hand) {
	n := 0
	for n < len(rec.Actions) && rec.Actions[n].Verb == history.Post {
		n++
	}
	if n == 0 || rec.N() < 3 || len(rec.Blinds) != rec.N() || len(rec.Antes) != rec.N() || slices.Max(rec.Antes) > 0 {
		return
	}
	blinds, antes, dead := slices.Clone(rec.Blinds), slices.Clone(rec.Antes), false
	for i := range n {
		a := &rec.Actions[i]
		switch {
		case a.Player < 0 || a.Commentary != "":
			return
		case a.Text == "" && blinds[a.Player] == 0:
			blinds[a.Player] = -a.Amount
		case strings.HasPrefix(a.Text, "dead"): // a name may follow
			antes[a.Player] += a.Amount
			dead = true
		default:
			return
		}
	}
	rec.Blinds, rec.Antes, rec.Actions = blinds, antes, rec.Actions[n:]
	rec.AnteTrimming = rec.AnteTrimming && !dead
}

// shows writes the hands at the showdown as PHH has them: all of them, and before the cards that are dealt when nobody can bet any more, if
// nobody mucks. A hand of stud is shown again when it is complete.
func (h *Hand) shows(rec *history.Hand) {
	var list []history.Action
	runs := true
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind.Facts().AtShowdown {
			a := history.Action{Verb: history.Muck, Player: e.Seat}
			if e.Kind.Facts().Shows {
				a.Verb = history.Show
				a.SetCards(e.List()...)
			}
			runs = runs && known(a.Cards())
			list = append(list, a)
		}
	}
	acts := slices.DeleteFunc(rec.Actions, func(a history.Action) bool { return a.Verb == history.Show || a.Verb == history.Muck })
	early := len(acts)
	for early > 0 && acts[early-1].Verb.Deals() {
		early--
	}
	draws := func(a history.Action) bool { return a.Verb == history.Discard }
	if !runs || early == len(acts) || slices.ContainsFunc(acts, draws) {
		rec.Actions = append(acts, list...)
		return
	}
	if len(rec.Blinds) == 0 {
		acts = append(acts, list...)
	}
	for i := range list {
		list[i].SetCards(list[i].Cards()[:dealtTo(acts[:early], list[i].Player)]...)
	}
	rec.Actions = slices.Insert(acts, early, list...)
}

// dealtTo returns the number of cards that actions deal to a player.
func dealtTo(acts []history.Action, player int8) (n int) {
	for i := range acts {
		if a := &acts[i]; a.Verb == history.DealHole && a.Player == player {
			n += len(a.Cards())
		}
	}
	return n
}

// readings records the readings that the hand was played with, if they differ from the game's own.
func (h *Hand) readings(rec *history.Hand) error {
	game := h.Played.Plan().Game
	inForce := map[string]string{}
	for i := range game.Options {
		if o := &game.Options[i]; o.Value != o.Default {
			inForce[o.Name] = o.Value
		}
	}
	if len(inForce) == 0 || len(inForce) == 1 && competes(inForce) && names[game.ID].phh.of(rec.Variant) || rec.Lookup(history.KeyStakes) != nil {
		return nil
	}
	rec.Variant = game.ID
	return rec.Set(history.KeyOptions, inForce)
}

// codeOf returns the PHH code of a hand, "" for none.
func codeOf(rec *history.Hand) string {
	c := names[rec.Variant].phh
	switch {
	case rec.Lookup(history.KeyOptions) != nil:
		return ""
	case rec.SmallBet > 0:
		return c.fixed
	case rec.Lookup(history.KeyLimit) != nil:
		return c.pot
	}
	return c.none
}

// ofSites reports whether a hand involves a rule in which sites differ from PHH: a short forced bet, a raise over an all-in, or a post.
func (h *Hand) ofSites() bool {
	for i := range h.Events {
		e := &h.Events[i]
		if f := e.Kind.Facts(); e.AllIn && (f.Pays.Forced() || f.Act.Aggressive() && h.Record.SmallBet > 0) {
			return true
		}
	}
	return false
}

// Same compares two records of a hand: players, stacks, actions with chips and cards, and winnings. It returns nil if they are the same.
func Same(a, b *history.Hand) error {
	scale := max(a.Scale, b.Scale)
	a, b = a.Clone(), b.Clone()
	if err := a.Rescale(scale); err != nil {
		return err
	}
	if err := b.Rescale(scale); err != nil {
		return err
	}
	for _, c := range []struct {
		what string
		a, b []int64
	}{
		{"starting stacks", a.Starting, b.Starting},
		{"finishing stacks", a.Finishing, b.Finishing},
		{"winnings", a.Winnings, b.Winnings},
	} {
		if len(c.a) > 0 && len(c.b) > 0 && !slices.Equal(c.a, c.b) {
			return fmt.Errorf("the %s are %v and %v", c.what, c.a, c.b)
		}
	}
	one, other := deeds(a), deeds(b)
	for i := range max(len(one), len(other)) {
		switch {
		case i >= len(one):
			return fmt.Errorf("%s happens only after", other[i])
		case i >= len(other):
			return fmt.Errorf("%s happens only before", one[i])
		case one[i] != other[i]:
			return fmt.Errorf("%s before, %s after", one[i], other[i])
		}
	}
	return nil
}

// deeds returns the actions of a hand without the order of the posts and of the showdown, and without unknown cards.
func deeds(h *history.Hand) (out []string) {
	var last []string
	for i := range h.Actions {
		a := h.Actions[i]
		a.Commentary = ""
		switch a.Verb {
		case history.NoOp:
		case history.DealHole, history.DealBurn: // not every format has them
		case history.Show, history.ShowDealt, history.Muck:
			// A known hand that the record does not mention at showdown counts as shown.
			if a.Verb == history.Muck || len(a.Cards()) > 0 && !known(a.Cards()) {
				last = append(last, fmt.Sprintf("p%d mucks", a.Player+1))
			}
		case history.Post: // see putIn
		case history.Discard:
			out = append(out, fmt.Sprintf("p%d draws %d", a.Player+1, len(a.Cards())))
		default:
			out = append(out, string(a.Append(nil, h.Scale)))
		}
	}
	slices.Sort(last)
	return slices.Concat(putIn(h), out, slices.Compact(last))
}

// AddFolds adds to a record the inferred folds at its end: those of players about whom it says nothing more.
func AddFolds(rec *history.Hand, events []hand.Event) {
	var folded [history.MaxPlayers]bool
	for i := range rec.Actions {
		if a := &rec.Actions[i]; a.Verb == history.Fold {
			folded[a.Player] = true
		}
	}
	for i := range events {
		if e := &events[i]; e.Kind.Facts().Act == hand.Folds && !folded[e.Seat] {
			rec.Actions = append(rec.Actions, history.Action{Verb: history.Fold, Player: e.Seat})
		}
	}
}

// putIn tells what players who come in post, live, and what each puts in dead, antes included.
func putIn(h *history.Hand) (out []string) {
	for player := range h.N() {
		live, dead, entry := int64(0), int64(0), hand.Crosswise(player, h.N())
		if entry < len(h.Antes) {
			dead = min(h.Antes[entry], h.Starting[player])
		}
		if entry < len(h.Blinds) && h.Blinds[entry] < 0 {
			live = -h.Blinds[entry]
		}
		for i := range h.Actions {
			switch a := &h.Actions[i]; {
			case a.Verb != history.Post || int(a.Player) != player:
			case strings.HasPrefix(a.Text, "dead"): // a name may follow
				dead += a.Amount
			default:
				live += a.Amount
			}
		}
		if live > 0 {
			out = append(out, fmt.Sprintf("p%d post %s", player+1, history.FormatAmount(live, h.Scale)))
		}
		if dead > 0 {
			out = append(out, fmt.Sprintf("p%d post %s dead", player+1, history.FormatAmount(dead, h.Scale)))
		}
	}
	return out
}
