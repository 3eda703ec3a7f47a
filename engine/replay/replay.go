// Package replay plays recorded hands through the engine and reports whether the record agrees with the rules.
//
// A [Player] turns each action of a [history.Hand] into an action of a [hand.Hand]; anything the engine refuses is an error at
// the place of the action in the file. Nothing is repaired: a record that omits something is a record with an error.
package replay

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Codes of errors found while a hand is played.
const (
	codeNoGame   = "PHH100" // no game for the variant
	codeSetup    = "PHH101" // the game cannot be played with these seats or stakes
	codeIllegal  = "PHH102" // an action that the rules do not allow
	codeStacks   = "PHH103" // the finishing stacks differ from those under the rules
	codeAward    = "PHH104" // the pots cannot be awarded
	codeWinnings = "PHH108" // a player's winnings differ from those under the rules
	codeDealt    = "PHH105" // named cards that the recorded deck did not deal
	CodeSuperset = "PHH106" // a field of the superset that is invalid
)

// Finder returns the game for a variant code, with the options that a hand of ours was played with: nil without an error if
// there is none. Its answer is cached for the code and the options.
type Finder func(variant string, options map[string]string) (*plan.Game, error)

// Row is the result of one recorded hand.
type Row struct {
	File string
	Hand int    // number in the file, from 1
	Game string // id of the game, "" when none was found
	// Starting and Finishing are in units of 1/Scale; Finishing are the stacks after the last action, nil if the hand could not
	// be replayed. The row owns them.
	Starting, Finishing []int64
	Scale               int64
	// Complete: the record reaches the end of the hand.
	Complete bool
	// Checked: the record states finishing stacks.
	Checked bool
	// OK: every action was legal and the stacks are as recorded.
	OK bool
	// Inferred lists what the record does not say and was concluded, each with its place. It belongs to the record and the
	// player, and is valid until the next hand.
	Inferred []*diag.Error
	// NoGame: there is no game for the variant. Err names it.
	NoGame bool
	Err    error
}

// Player replays hands one after another. It is not safe for concurrent use.
type Player struct {
	find  Finder
	games map[string]found
	bound map[key]*plan.AtStakes
	h     hand.Hand
	setup hand.Setup
	rake  []int64
	// inferred lists what was concluded from the last hand.
	inferred []*diag.Error
	cap      int64 // the most that a player may put in, 0 for no limit
	posts    int   // number of posts at the beginning of the record
	log      *hand.Log
	own      hand.Log // used for a game that takes cards away by rule, if the caller has no log
}

type found struct {
	game *plan.Game
	err  error
}

type key struct {
	game   *plan.Game
	stakes plan.Stakes
	raise  plan.Raise
}

// NewPlayer returns a player. The log, which may be nil, gets the events of the last hand.
func NewPlayer(find Finder, log *hand.Log) *Player {
	return &Player{find: find, games: map[string]found{}, bound: map[key]*plan.AtStakes{}, log: log}
}

// Hand returns the last hand played, as of the end of its record.
func (p *Player) Hand() *hand.Hand { return &p.h }

// Setup returns the setup of the last hand played. It must not be changed.
func (p *Player) Setup() *hand.Setup { return &p.setup }

// Play replays one hand.
func (p *Player) Play(rec *history.Hand) (row Row) {
	row = Row{Hand: rec.Number, Starting: slices.Clone(rec.Starting), Scale: rec.Scale, Checked: len(rec.Finishing) > 0}
	game, err := p.game(rec)
	switch {
	case err != nil:
		row.Err = err
		return row
	case game == nil:
		row.NoGame = true
		row.Err = rec.ErrorAt(rec.Pos(history.FieldVariant), codeNoGame,
			fmt.Sprintf("no game for variant %q", rec.Variant), "'cardroom games' lists what there is")
		return row
	}
	row.Game = game.ID
	if row.Err = p.start(rec, game); row.Err != nil {
		return row
	}
	p.inferred = append(p.inferred[:0], rec.Inferred...)
	defer func() { row.Inferred = p.inferred }()
	for i := p.posts; i < len(rec.Actions); i++ {
		if row.Err = p.act(rec, &rec.Actions[i]); row.Err != nil {
			return row
		}
	}
	if rec.Format != "" {
		p.foldSilent(rec, &history.Action{Player: history.Dealer})
	}
	if p.setup.Attendance != hand.Unattended {
		if row.Err = p.toPlayer(rec, 0); row.Err != nil {
			return row
		}
	}
	if row.Err = p.showRest(rec); row.Err != nil {
		return row
	}
	p.finish(rec, &row)
	return row
}

// PlayTo replays a hand up to the decision after a number of player actions; below 0, up to the first decision after the last
// card that the record deals. [Player.Hand] then returns that hand.
func (p *Player) PlayTo(rec *history.Hand, actions int) error {
	game, err := p.game(rec)
	if err != nil {
		return err
	}
	if game == nil {
		return rec.ErrorAt(rec.Pos(history.FieldVariant), codeNoGame, fmt.Sprintf("no game for variant %q", rec.Variant), "")
	}
	if err := p.start(rec, game); err != nil {
		return err
	}
	last := -1
	for i := range rec.Actions {
		if rec.Actions[i].Verb.Deals() {
			last = i
		}
	}
	done := 0
	for i := p.posts; i < len(rec.Actions); i++ {
		a := &rec.Actions[i]
		own := a.Player >= 0 && a.Verb != history.DealHole && a.Verb != history.Show
		if own && (actions >= 0 && done >= actions || actions < 0 && i > last) {
			return nil
		}
		if own {
			done++
		}
		if err := p.act(rec, a); err != nil {
			return err
		}
	}
	if actions > done {
		return rec.ErrorAt(0, codeSetup, fmt.Sprintf("the hand has %d actions of players, not %d", done, actions), "")
	}
	return nil
}

// game returns the game of a record, with the options that it names.
func (p *Player) game(rec *history.Hand) (*plan.Game, error) {
	x := rec.Lookup(history.KeyOptions)
	name := rec.Variant
	if x != nil {
		name += " " + x.Raw
	}
	f, ok := p.games[name]
	if !ok {
		f = p.look(rec, x)
		if len(p.games) > 1000 {
			clear(p.games)
		}
		p.games[name] = f
	}
	switch {
	case f.err != nil && x != nil:
		return nil, rec.ErrorAt(x.Pos, CodeSuperset, f.err.Error(), "")
	case f.err != nil:
		return nil, rec.ErrorAt(rec.Pos(history.FieldVariant), codeNoGame, f.err.Error(), "")
	}
	return f.game, nil
}

// look finds the game of a record and compares the readings in force with those that the record names.
func (p *Player) look(rec *history.Hand, x *history.Extra) (f found) {
	if x == nil {
		f.game, f.err = p.find(rec.Variant, nil)
		return f
	}
	options, ok := history.Value[map[string]string](rec, history.KeyOptions)
	if !ok {
		return found{err: errors.New("_options is not a table of strings")}
	}
	f.game, f.err = p.find(rec.Variant, options)
	if f.game == nil {
		return f
	}
	for _, o := range f.game.Options {
		if v, ok := options[o.Name]; ok && v != o.Value {
			f.err = fmt.Errorf("the hand was played with %s = %s, but the game has %s", o.Name, v, o.Value)
		}
	}
	return f
}

// start sets up the hand according to the record.
func (p *Player) start(rec *history.Hand, game *plan.Game) error {
	stakes, own, err := p.stakes(rec, game)
	if err != nil {
		return err
	}
	bound, err := p.bind(game, stakes)
	if err != nil {
		return rec.ErrorAt(0, codeSetup, err.Error(), "")
	}
	if bound, err = p.raised(rec, bound); err != nil {
		return err
	}
	p.setup = hand.Setup{
		Plan: bound, Stacks: rec.Starting, Button: rec.N() - 1, Manual: true,
		DeadAntes: !rec.AnteTrimming, Log: p.logOf(bound.Game),
	}
	if !own {
		p.setup.Antes, p.setup.Blinds = given(rec.Antes), given(rec.Blinds)
	}
	if slices.Contains(rec.Starting, history.Infinite) {
		p.setup.Stacks = finite(rec.Starting)
	}
	if err := p.useHouse(rec); err != nil {
		return err
	}
	if err := p.useTable(rec, own); err != nil {
		return err
	}
	if err := p.useDeck(rec); err != nil {
		return err
	}
	if err := p.attend(rec); err != nil {
		return err
	}
	if err := p.h.Start(&p.setup); err != nil {
		return rec.ErrorAt(rec.Pos(history.FieldStarting), codeSetup, err.Error(), "")
	}
	return nil
}

// given returns nil for an array that is missing from the record.
func given(a []int64) []int64 {
	if len(a) == 0 {
		return nil
	}
	return a
}

// finite replaces unknown stacks by ones too large to bet away.
func finite(stacks []int64) []int64 {
	out := slices.Clone(stacks)
	for i, c := range out {
		if c == history.Infinite {
			out[i] = 1 << 55
		}
	}
	return out
}

func (p *Player) bind(game *plan.Game, s plan.Stakes) (*plan.AtStakes, error) {
	k := key{game: game, stakes: s}
	if b := p.bound[k]; b != nil {
		return b, nil
	}
	b, err := game.Bind(s)
	if err == nil {
		if len(p.bound) > 1000 {
			clear(p.bound)
		}
		p.bound[k] = b
	}
	return b, err
}

// stakes returns the stakes of the record: from its own text in a hand of ours (own is then true, and the game posts its own
// forced bets), otherwise from the fields of PHH.
func (p *Player) stakes(rec *history.Hand, game *plan.Game) (s plan.Stakes, own bool, err error) {
	if x := rec.Lookup(history.KeyStakes); x != nil {
		text, ok := history.Value[string](rec, history.KeyStakes)
		if !ok {
			return s, false, rec.ErrorAt(x.Pos, CodeSuperset, "_stakes is not a text", "")
		}
		s, err := game.ParseStakes(text)
		if err != nil {
			return s, false, rec.ErrorAt(x.Pos, CodeSuperset, err.Error(), "")
		}
		if err := rec.Rescale(s.Scale); err != nil {
			return s, false, rec.ErrorAt(x.Pos, CodeSuperset, err.Error(), "")
		}
		return s, true, nil
	}
	s = plan.Stakes{Name: "recorded", Scale: rec.Scale, Chip: 1, BringIn: rec.BringIn}
	if rec.SmallBet > 0 {
		s.Small, s.Big = plan.Range{Lo: rec.SmallBet, Hi: rec.SmallBet}, plan.Range{Lo: rec.BigBet, Hi: rec.BigBet}
	} else {
		s.Structure = betting.NoLimit
		if x := rec.Lookup(history.KeyLimit); x != nil {
			if s.Structure, err = limitNamed(rec, x); err != nil {
				return s, false, err
			}
		} else if kinds := game.Stakes.Kinds; len(kinds) > 0 && kinds[0] >= betting.PotLimit {
			s.Structure = kinds[0]
		}
		s.Small, s.Big = plan.Range{Lo: rec.MinBet}, plan.Range{Lo: rec.MinBet}
	}
	s.Chip, err = chip(rec)
	return s, false, err
}

// chip returns the smallest chip of a record, in which pots are divided: its unit, unless the record names one.
func chip(rec *history.Hand) (int64, error) {
	x := rec.Lookup(history.KeyChip)
	if x == nil {
		return 1, nil
	}
	text, _ := history.Value[string](rec, history.KeyChip)
	amount, err := history.ParseAmount(text, rec.Scale)
	if err != nil || amount < 1 {
		return 0, rec.ErrorAt(x.Pos, CodeSuperset, history.KeyChip+" is not a text with an amount", `such as "0.05"`)
	}
	return amount, nil
}

// useDeck deals from the recorded deck, if there is one.
func (p *Player) useDeck(rec *history.Hand) error {
	x := rec.Lookup(history.KeyDeck)
	if x == nil {
		return nil
	}
	deck, err := rec.Cards(history.KeyDeck)
	if err != nil {
		return err
	}
	p.setup.Deck, p.setup.Manual = alike(p.setup.Plan.Game.Deck, deck), false
	p.bank(rec)
	seed, ok := rec.Seed()
	if x := rec.Lookup(history.KeySeed); x != nil && !ok {
		return rec.ErrorAt(x.Pos, CodeSuperset, history.KeySeed+" is not a whole number from 0 to 2^64-1", "write it in quotes from 2^63 on")
	}
	p.setup.Seed = seed
	number, _ := history.Value[int64](rec, history.KeyHand)
	p.setup.Number = uint64(number)
	return nil
}

// act plays one action of the record.
func (p *Player) act(rec *history.Hand, a *history.Action) error {
	if p.setup.Attendance != hand.Unattended {
		if done, err := p.floor(rec, a); done || err != nil {
			return err
		}
	}
	d := p.h.Pending()
	if !p.setup.Manual {
		if done, err := p.verify(rec, a); done || err != nil {
			return err
		}
	}
	if a.Verb == history.CheckCall && p.idle(d, int(a.Player)) {
		return nil
	}
	for d != nil && d.Kind == hand.DealCards && a.Verb != history.DealBurn && p.h.Step().Moves().To == plan.ZoneBurn { // the record does not name it
		unknown := hand.Action{Kind: hand.DealBoard, Seat: -1}.WithCards(slices.Repeat([]cards.Card{cards.Unknown}, d.Count))
		if err := p.h.Apply(unknown); err != nil {
			return p.refused(rec, a, err)
		}
		d = p.h.Pending()
	}
	if d == nil {
		return p.afterEnd(rec, a)
	}
	if a.Player == history.Dealer && d.Seat >= 0 && a.Verb != history.NoOp {
		return rec.ErrorAt(a.Pos, codeIllegal, fmt.Sprintf("%s: it is not the dealer's turn but seat %d's", a.Append(nil, rec.Scale), d.Seat+1), "legal: "+p.h.Legal())
	}
	if rec.Format != "" && a.Player >= 0 {
		p.foldSilent(rec, a)
		if d = p.h.Pending(); d == nil {
			return p.afterEnd(rec, a)
		}
	}
	if a.Player >= 0 && d.Seat != a.Player && p.h.OpenBy(int(a.Player)) {
		p.inferred = append(p.inferred, rec.ErrorAt(a.Pos, history.CodeInferred, fmt.Sprintf("p%d is taken to open, which up cards say that nobody knows", a.Player+1), ""))
		d = p.h.Pending()
	}
	act, ok := p.translate(a, d)
	if !ok {
		return nil
	}
	if act.Kind == hand.Show && p.concealed(rec, a) {
		act = hand.Action{Kind: hand.Muck, Seat: act.Seat}
	}
	err := p.h.Apply(act)
	if err == nil {
		return nil
	}
	return p.refused(rec, a, err)
}

// foldSilent folds for players who must act but of whom a site's file says nothing more, when somebody behind them acts or the
// hand ends: they timed out or left.
func (p *Player) foldSilent(rec *history.Hand, a *history.Action) {
	for {
		d := p.h.Pending()
		if d == nil || d.Kind != hand.Wager || d.BringIn > 0 || d.Seat == a.Player || d.Options.CanCheck || hasActions(rec, a, d.Seat) {
			return
		}
		seat := d.Seat // the decision changes with the action
		if p.h.Apply(hand.Action{Kind: hand.Fold, Seat: seat}) != nil {
			return
		}
		name := fmt.Sprintf("p%d", seat+1)
		p.inferred = append(p.inferred, rec.ErrorAt(a.Pos, history.CodeInferred, name+" does not appear again and is assumed to have folded", ""))
	}
}

// hasActions reports whether a record has actions of a player, starting at a given action.
func hasActions(rec *history.Hand, from *history.Action, player int8) bool {
	begun := false
	for i := range rec.Actions {
		b := &rec.Actions[i]
		begun = begun || b == from
		if begun && b.Player == player {
			return true
		}
	}
	return false
}

// concealed reports whether showing unknown cards means a muck: another live hand is known, or is shown later.
func (p *Player) concealed(rec *history.Hand, a *history.Action) bool {
	if len(a.Cards()) == 0 {
		return false
	}
	for _, c := range a.Cards() {
		if c != cards.Unknown {
			return false
		}
	}
	others := p.h.Live() &^ seating.Bit(int(a.Player))
	for m := others; m != 0; m &= m - 1 {
		if !slices.Contains(p.h.Hole(m.First()), cards.Unknown) {
			return true
		}
	}
	for i := range rec.Actions {
		b := &rec.Actions[i]
		if b.Verb == history.Show && b.Player >= 0 && others.Has(int(b.Player)) && !slices.Contains(b.Cards(), cards.Unknown) {
			return true
		}
	}
	return false
}

// idle reports whether a check decides nothing: the betting is over, and the seat is the only one with chips behind, against
// players who are all in. Records contain such checks where the engine does not ask.
func (p *Player) idle(d *hand.Decision, seat int) bool {
	asked := d != nil && d.Kind == hand.Wager
	return !asked && seat >= 0 && seat < p.h.Seats() && p.h.Able() == seating.Bit(seat) && p.h.Live().Len() > 1
}

// refused returns the error for an action that the engine refused.
func (p *Player) refused(rec *history.Hand, a *history.Action, err error) error {
	var illegal *hand.IllegalError
	if errors.As(err, &illegal) {
		return rec.ErrorAt(a.Pos, codeIllegal, fmt.Sprintf("%s: %s", a.Append(nil, rec.Scale), illegal.Reason), "legal: "+illegal.Legal)
	}
	return rec.ErrorAt(a.Pos, codeAward, err.Error(), "")
}

// translate converts a recorded action to an engine action; ok is false if none is needed.
func (p *Player) translate(a *history.Action, d *hand.Decision) (act hand.Action, ok bool) {
	act.Seat = a.Player
	switch a.Verb {
	case history.NoOp:
		return act, false
	case history.DealHole:
		act.Kind = hand.DealTo
	case history.DealBoard, history.DealBurn:
		act.Kind = hand.DealBoard
	case history.Fold:
		act.Kind = hand.Fold
	case history.CheckCall:
		act.Kind = hand.Check
		if d.Options.Call > 0 {
			act.Kind = hand.Call
		}
	case history.BetTo:
		act.Kind, act.Amount = hand.RaiseTo, a.Amount
	case history.BringIn:
		act.Kind = hand.BringIn
	case history.Discard, history.Buy, history.Expose, history.Pick:
		act.Kind = hand.ActionKind(255)
		if ask := p.h.Question(); ask != nil && a.Verb == verbOf(ask) {
			act.Kind = hand.PickCards
		}
	case history.Straddle:
		act.Kind, act.Pick, act.Amount = hand.Choose, -1, a.Amount
		if ask := p.h.Choice(); ask != nil {
			act.Pick = int8(slices.IndexFunc(ask.Offers, func(o plan.Offer) bool { return o.Record == a.Verb.String() }))
		}
	case history.Choose:
		act.Kind = hand.ActionKind(255)
		if d.Kind == hand.Chosen {
			chosen := p.chosen(a.Text)
			chosen.Seat = a.Player
			return chosen, true
		}
	case history.Show, history.ShowDealt:
		act.Kind = hand.Show
	case history.Muck:
		act.Kind = hand.Muck
	default:
		act.Kind = hand.ActionKind(255)
	}
	return act.WithCards(a.Cards()), true
}

// afterEnd accepts what a record may contain after the end of the hand: hands that are shown again.
func (p *Player) afterEnd(rec *history.Hand, a *history.Action) error {
	switch a.Verb {
	case history.NoOp:
		return nil
	case history.Show, history.ShowDealt, history.Muck:
		if a.Player >= 0 && p.h.Live().Has(int(a.Player)) && p.h.Result().Showdown {
			return p.sameCards(rec, a)
		}
	}
	return rec.ErrorAt(a.Pos, codeIllegal, fmt.Sprintf("%s: the hand is over", a.Append(nil, rec.Scale)), "")
}

// sameCards returns an error if a hand shown after the end is not the hand dealt.
func (p *Player) sameCards(rec *history.Hand, a *history.Action) error {
	if len(a.Cards()) == 0 {
		return nil
	}
	held := faces(p.h.Hole(int(a.Player)))
	if shown := faces(a.Cards()); shown&^held != 0 {
		return rec.ErrorAt(a.Pos, codeDealt, fmt.Sprintf("%s: the seat holds %s", a.Append(nil, rec.Scale), cards.Format(p.h.Hole(int(a.Player)))), "")
	}
	return nil
}

// verify compares the cards that a record names with those dealt from its deck. done means that there is nothing to play.
func (p *Player) verify(rec *history.Hand, a *history.Action) (done bool, err error) {
	if a.Verb == history.Show && p.shownBefore(a) {
		return true, nil
	}
	if !a.Verb.Deals() {
		return false, nil
	}
	if dealt := p.dealtTo(a); !p.dealt(a) {
		return true, rec.ErrorAt(a.Pos, codeDealt,
			fmt.Sprintf("%s: the recorded deck has dealt %s there", a.Append(nil, rec.Scale), cards.Format(dealt)), "")
	}
	return true, nil
}

// shownBefore reports whether a hand was shown at an earlier showdown that was followed by a new deal.
func (p *Player) shownBefore(a *history.Action) bool {
	g := p.h.Plan().Game
	if !dealsAgain(g) {
		return false
	}
	log := p.logOf(g)
	return slices.ContainsFunc(log.Events, func(e hand.Event) bool {
		return e.Kind.Facts().Shows && e.Seat == a.Player && faces(e.List()) == faces(a.Cards())
	})
}

// dealsAgain reports whether the game may deal again after a showdown.
func dealsAgain(g *plan.Game) bool {
	return slices.ContainsFunc(g.Steps, func(s plan.Step) bool { return s.Show != nil && s.Show.DealsAgain() })
}

// dealtTo returns the cards at the place where an action deals: the seat's cards or the board.
func (p *Player) dealtTo(a *history.Action) []cards.Card {
	switch a.Verb {
	case history.DealHole:
		return p.held(int(a.Player))
	case history.DealBurn:
		return p.h.OutOfPlay().Cards()
	}
	return p.h.Board()
}

// dealtZones are the zones where the cards of the dealer's actions go.
var dealtZones = map[history.Verb]plan.Zones{history.DealHole: plan.ZoneHand, history.DealBoard: plan.ZoneBoard, history.DealBurn: plan.ZoneBurn}

// dealt reports whether the cards of a deal action are in their place, or were there until a rule of the game took them away.
func (p *Player) dealt(a *history.Action) bool {
	missing := faces(a.Cards()) &^ faces(p.dealtTo(a))
	if missing == 0 || !takesByRule(p.h.Plan().Game) {
		return missing == 0
	}
	log := p.logOf(p.h.Plan().Game)
	for i := range log.Events {
		e := &log.Events[i]
		if f := e.Kind.Facts(); f.FromStub && f.To == dealtZones[a.Verb] && (f.To != plan.ZoneHand || e.Seat == a.Player) {
			missing &^= faces(e.List())
		}
	}
	return missing == 0
}

// logOf returns the log of a hand: the caller's, or the player's own for a game whose cards may be gone when a record is
// compared with them.
func (p *Player) logOf(g *plan.Game) *hand.Log {
	if p.log == nil && takesByRule(g) {
		return &p.own
	}
	return p.log
}

// takesByRule reports whether a game takes away cards that nobody chooses. A player who has no more cards than they must pass
// has no choice.
func takesByRule(g *plan.Game) bool {
	return dealsAgain(g) || slices.ContainsFunc(g.Steps, func(s plan.Step) bool {
		return s.Kind == plan.TakeBoard || s.Ask != nil && (s.Ask.Rule != plan.Chosen || s.Ask.From == plan.FromBoard || s.Ask.Passes() && !s.Ask.InTurn)
	})
}

// faces returns the set of cards as they look: all jokers look alike.
func faces(cs []cards.Card) (s cards.Set) {
	for _, c := range cs {
		switch {
		case c.IsJoker():
			s = s.With(cards.Joker)
		case c.Known():
			s = s.With(c)
		}
	}
	return s
}

// showRest shows the hands that a record leaves unshown at the end although their cards are known, because cards speak.
func (p *Player) showRest(rec *history.Hand) error {
	for d := p.h.Pending(); d != nil && d.Kind == hand.ShowCards; d = p.h.Pending() {
		seat := int(d.Seat)
		if slices.Contains(p.h.Hole(seat), cards.Unknown) {
			return nil
		}
		if err := p.h.Apply(hand.Action{Kind: hand.Show, Seat: int8(seat)}); err != nil {
			return rec.ErrorAt(0, codeAward, err.Error(), "")
		}
	}
	return nil
}

// finish compares the stacks.
func (p *Player) finish(rec *history.Hand, row *Row) {
	row.Complete = p.h.Pending() == nil
	row.Scale = rec.Scale
	copy(row.Starting, rec.Starting) // the unit may have changed since the row was begun
	row.Finishing = make([]int64, rec.N())
	for i := range row.Finishing {
		row.Finishing[i] = p.h.Stack(i)
		if p.cap > 0 {
			row.Finishing[i] += max(0, rec.Starting[i]-p.cap)
		}
		if rec.Starting[i] == history.Infinite {
			row.Finishing[i] = history.Infinite
		}
	}
	row.OK = true
	if len(rec.Finishing) == 0 || slices.Equal(row.Finishing, rec.Finishing) {
		if p.checkWinnings(rec, row); row.OK && rec.Contradiction != nil {
			row.OK, row.Err = false, rec.Contradiction
		}
		return
	}
	row.OK = false
	seat := 0
	for row.Finishing[seat] == rec.Finishing[seat] {
		seat++
	}
	m := func(a int64) string { return plan.Money(a, rec.Scale) }
	row.Err = rec.ErrorAt(rec.Pos(history.FieldFinishing), codeStacks,
		fmt.Sprintf("p%d finishes with %s, the record says %s", seat+1, m(row.Finishing[seat]), m(rec.Finishing[seat])), "")
}

// checkWinnings compares what players collected with the record, if it says so.
func (p *Player) checkWinnings(rec *history.Hand, row *Row) {
	if len(rec.Winnings) == 0 || !row.Complete {
		return
	}
	for i, won := range rec.Winnings {
		if got := p.h.Won(i); got != won {
			row.OK = false
			m := func(a int64) string { return plan.Money(a, rec.Scale) }
			row.Err = rec.ErrorAt(rec.Pos(history.FieldWinnings), codeWinnings,
				fmt.Sprintf("p%d collects %s, the record says %s", i+1, m(got), m(won)), "")
			return
		}
	}
}
