package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
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
	find    Finder
	games   map[string]found
	bound   map[key]*plan.AtStakes
	decoded record
	rec     *record // the hand that is played
	h       hand.Hand
	setup   hand.Setup
	// inferred lists what was concluded from the last hand.
	inferred []*diag.Error
	log      *hand.Log
	own      hand.Log // used for a game that takes cards away by rule, or answers for a player, if the caller has no log
	given    int      // the events up to which a record has the answers that nobody is asked for
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

// read finds the game of a hand and decodes the hand; the record has no game if there is none for the variant.
func (p *Player) read(rec *history.Hand) (*record, error) {
	game, err := p.game(rec)
	switch {
	case err != nil:
		return nil, err
	case game == nil:
		return &record{Hand: rec}, rec.ErrorAt(rec.Pos(history.FieldVariant), codeNoGame, fmt.Sprintf("no game for variant %q", rec.Variant), "'cardroom games' lists what there is")
	}
	return p.decode(rec, game)
}

// Play replays one hand.
func (p *Player) Play(rec *history.Hand) Row {
	r, err := p.read(rec)
	if err == nil {
		return p.play(r)
	}
	row := begun(rec)
	row.Err = err
	if row.NoGame = r != nil && r.game == nil; r != nil && r.game != nil {
		row.Game = r.game.ID
	}
	return row
}

func begun(rec *history.Hand) Row {
	return Row{Hand: rec.Number, Starting: slices.Clone(rec.Starting), Scale: rec.Scale, Checked: len(rec.Finishing) > 0}
}

// play replays a hand that is decoded.
func (p *Player) play(r *record) (row Row) {
	row = begun(r.Hand)
	row.Game = r.game.ID
	if row.Err = p.start(r); row.Err != nil {
		return row
	}
	p.inferred = append(p.inferred[:0], r.Inferred...)
	if row.Err = p.actions(); row.Err == nil {
		p.finish(&row)
	}
	var wrong *diag.Error
	if errors.As(row.Err, &wrong) && r.own && r.setup.Manual {
		wrong.Hint = strings.TrimPrefix(wrong.Hint+"; ", "; ") + withoutDeck
	}
	row.Inferred = p.inferred
	return row
}

// withoutDeck is the hint for a hand of a game of ours that does not replay without the order of its deck: what cards that nobody
// names decide is not in the record, and neither is when cards were dealt that a choice or a card itself brought.
const withoutDeck = "the record does not have the order of the deck (" + history.KeyDeck + "): what unnamed cards decide, and cards dealt because of a choice, need it"

// actions plays the actions of the record, and what must follow them.
func (p *Player) actions() error {
	for i := range p.rec.acts {
		if err := p.act(&p.rec.acts[i]); err != nil {
			return err
		}
	}
	if p.rec.Format != "" {
		p.foldSilent(&history.Action{Player: history.Dealer})
	}
	if p.setup.Attendance != hand.Unattended {
		if err := p.toPlayer(0); err != nil {
			return err
		}
	}
	// Cards speak: a record may leave hands unshown at the end although their cards are known.
	for d := p.h.Pending(); d != nil && d.Kind == hand.ShowCards; d = p.h.Pending() {
		seat := int(d.Seat)
		if slices.Contains(p.h.Hole(seat), cards.Unknown) {
			return nil
		}
		if err := p.h.Apply(hand.Action{Kind: hand.Show, Seat: int8(seat)}); err != nil {
			return p.rec.ErrorAt(0, codeAward, err.Error(), "")
		}
	}
	return nil
}

// PlayTo replays a hand up to the decision after a number of player actions; below 0, up to the first decision after the last
// card that the record deals, or, where nobody acts after that, after the last one that somebody acts on. [Player.Hand] then returns
// that hand.
func (p *Player) PlayTo(rec *history.Hand, actions int) error {
	r, err := p.read(rec)
	if err == nil {
		err = p.start(r)
	}
	if err != nil {
		return err
	}
	last, done := -1, 0
	dealt, acted := 0, 0 // player actions before the last deal so far, and before the last one that somebody has acted on
	for i := range r.acts {
		if r.acts[i].Verb.Deals() {
			last = i
		}
	}
	for i := range r.acts {
		a := &r.acts[i]
		if a.Player >= 0 && a.Verb != history.DealHole && a.Verb != history.Show {
			if actions >= 0 && done >= actions || actions < 0 && i > last {
				return nil
			}
			done++
			acted = dealt
		} else if a.Verb.Deals() {
			dealt = done
		}
		if err := p.act(a); err != nil {
			return err
		}
	}
	if actions > done {
		return rec.ErrorAt(0, codeSetup, fmt.Sprintf("the hand has %d actions of players, not %d", done, actions), "")
	}
	if _, open := p.Hand().Next(); actions < 0 && !open && done > 0 {
		return p.PlayTo(rec, acted)
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
func (p *Player) start(r *record) error {
	bound, err := p.bind(r)
	if err != nil {
		return err
	}
	p.rec, p.setup, p.given = r, r.setup, 0
	p.setup.Plan, p.setup.Log = bound, p.logOf(bound.Game)
	if err := p.h.Start(&p.setup); err != nil {
		return r.ErrorAt(r.Pos(history.FieldStarting), codeSetup, err.Error(), "")
	}
	return nil
}

// bind returns the game at the stakes of a record, raised if it says so.
func (p *Player) bind(r *record) (*plan.AtStakes, error) {
	b, err := p.boundTo(key{game: r.game, stakes: r.stakes}, func() (*plan.AtStakes, error) { return r.game.Bind(r.stakes) })
	if err != nil {
		return nil, r.ErrorAt(0, codeSetup, err.Error(), "")
	}
	if r.raise == nil {
		return b, nil
	}
	up, err := p.boundTo(key{b.Game, b.Stakes, *r.raise}, func() (*plan.AtStakes, error) { return b.Raised(*r.raise) })
	if err != nil {
		return nil, r.ErrorAt(r.Lookup(history.KeyRaised).Pos, codeSetup, err.Error(), "")
	}
	return up, nil
}

func (p *Player) boundTo(k key, bind func() (*plan.AtStakes, error)) (*plan.AtStakes, error) {
	if b := p.bound[k]; b != nil {
		return b, nil
	}
	b, err := bind()
	if err == nil {
		if len(p.bound) > 1000 {
			clear(p.bound)
		}
		p.bound[k] = b
	}
	return b, err
}

// fail returns an error at an action: what follows the action in the message.
func (p *Player) fail(a *history.Action, code, what, hint string) error {
	return p.rec.ErrorAt(a.Pos, code, fmt.Sprintf("%s: %s", a.Append(nil, p.rec.Scale), what), hint)
}

// infer records a conclusion.
func (p *Player) infer(at history.Pos, msg string) {
	p.inferred = append(p.inferred, p.rec.ErrorAt(at, history.CodeInferred, msg, ""))
}

// act plays one action of the record.
func (p *Player) act(a *history.Action) error {
	if p.setup.Attendance != hand.Unattended {
		if done, err := p.floor(a); done || err != nil {
			return err
		}
	}
	d := p.h.Pending()
	if !p.setup.Manual {
		if done, err := p.verify(a); done || err != nil {
			return err
		}
	}
	if a.Verb == history.CheckCall && p.idle(d, int(a.Player)) || p.givenCards(a, d) || p.givenChoice(a) {
		return nil
	}
	for d != nil && d.Kind == hand.DealCards && a.Verb != history.DealBurn && p.h.Step().DealsTo(plan.ZoneBurn) { // the record does not name it
		unknown := hand.Action{Kind: hand.DealBoard, Seat: -1}.WithCards(slices.Repeat([]cards.Card{cards.Unknown}, d.Count))
		if err := p.apply(a, unknown); err != nil {
			return err
		}
		d = p.h.Pending()
	}
	if d == nil {
		return p.afterEnd(a)
	}
	if a.Player == history.Dealer && d.Seat >= 0 && a.Verb != history.NoOp {
		return p.fail(a, codeIllegal, fmt.Sprintf("it is not the dealer's turn but seat %d's", d.Seat+1), "legal: "+p.h.Legal()+p.written(a.Verb))
	}
	if p.rec.Format != "" && a.Player >= 0 {
		p.foldSilent(a)
		if d = p.h.Pending(); d == nil {
			return p.afterEnd(a)
		}
	}
	if a.Player >= 0 && d.Seat != a.Player && p.h.OpenBy(int(a.Player)) {
		p.infer(a.Pos, fmt.Sprintf("p%d is taken to open, which up cards say that nobody knows", a.Player+1))
		d = p.h.Pending()
	}
	act, ok := p.translate(a, d)
	if !ok {
		return nil
	}
	if act.Kind == hand.Show && p.concealed(a) {
		act = hand.Action{Kind: hand.Muck, Seat: act.Seat}
	}
	return p.apply(a, act)
}

// apply plays what an action of the record means.
func (p *Player) apply(a *history.Action, act hand.Action) error {
	err := p.h.Apply(act)
	if err == nil {
		return nil
	}
	var illegal *hand.IllegalError
	if errors.As(err, &illegal) {
		return p.fail(a, codeIllegal, illegal.Reason, "legal: "+illegal.Legal+p.written(a.Verb))
	}
	return p.rec.ErrorAt(a.Pos, codeAward, err.Error(), "")
}

// written says how a record in PHH answers what is asked, "" if it is not in PHH or if the verb is one that answers it.
func (p *Player) written(v history.Verb) string {
	d := p.h.Pending()
	if p.rec.Format != "" || d == nil {
		return ""
	}
	var verbs []history.Verb
	who, rest := fmt.Sprintf("p%d", d.Seat+1), ""
	switch d.Kind {
	case hand.Wager:
		if verbs = []history.Verb{history.Fold, history.CheckCall, history.BetTo}; d.BringIn > 0 {
			verbs = []history.Verb{history.BringIn, history.BetTo}
		}
		rest = " AMOUNT"
	case hand.CardsAsked:
		verbs, rest = []history.Verb{verbOf(p.h.Question())}, " CARDS"
	case hand.Chosen:
		name := p.h.Offers()[0].Name
		verbs, rest = []history.Verb{history.Choose}, " "+name
		for _, o := range p.h.Choice().Offers {
			if o.Name == name && o.Record != "" {
				verbs, rest = []history.Verb{history.VerbNamed(o.Record)}, " AMOUNT"
			}
		}
	case hand.DealCards:
		verbs, who, rest = []history.Verb{history.DealBoard}, "d", " CARDS"
		if d.For != 0 {
			verbs, rest = []history.Verb{history.DealHole}, fmt.Sprintf(" p%d CARDS", d.For.First()+1)
		} else if p.h.Step().DealsTo(plan.ZoneBurn) {
			verbs = []history.Verb{history.DealBurn}
		}
	case hand.ShowCards:
		verbs, who, rest = []history.Verb{history.Show, history.ShowDealt, history.Muck}, fmt.Sprintf("p%d", d.For.First()+1), " CARDS"
	}
	if verbs == nil || slices.Contains(verbs, v) {
		return ""
	}
	var forms []string
	for i, one := range verbs {
		text := who + " " + one.String()
		if i == len(verbs)-1 {
			text += rest
		}
		forms = append(forms, `"`+text+`"`)
	}
	return "; a record writes " + strings.Join(slices.Compact(forms), ", ")
}

// foldSilent folds for players who must act but of whom a site's file says nothing more, when somebody behind them acts or the
// hand ends: they timed out or left.
func (p *Player) foldSilent(a *history.Action) {
	for {
		d := p.h.Pending()
		if d == nil || d.Kind != hand.Wager || d.BringIn > 0 || d.Seat == a.Player || d.Options.CanCheck || hasActions(p.rec, a, d.Seat) {
			return
		}
		seat := d.Seat // the decision changes with the action
		if p.h.Apply(hand.Action{Kind: hand.Fold, Seat: seat}) != nil {
			return
		}
		p.infer(a.Pos, fmt.Sprintf("p%d does not appear again and is assumed to have folded", seat+1))
	}
}

// hasActions reports whether a record has actions of a player, starting at a given action.
func hasActions(r *record, from *history.Action, player int8) bool {
	begun := false
	for i := range r.Actions {
		b := &r.Actions[i]
		begun = begun || b == from
		if begun && b.Player == player {
			return true
		}
	}
	return false
}

// concealed reports whether showing unknown cards means a muck: another live hand is known, or is shown later.
func (p *Player) concealed(a *history.Action) bool {
	if len(a.Cards()) == 0 || slices.ContainsFunc(a.Cards(), func(c cards.Card) bool { return c != cards.Unknown }) {
		return false
	}
	others := p.h.Live() &^ betting.Bit(int(a.Player))
	for m := others; m != 0; m &= m - 1 {
		if !slices.Contains(p.h.Hole(m.First()), cards.Unknown) {
			return true
		}
	}
	for i := range p.rec.Actions {
		b := &p.rec.Actions[i]
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
	return !asked && seat >= 0 && seat < p.h.Seats() && p.h.Able() == betting.Bit(seat) && p.h.Live().Len() > 1
}

// givenCards reports whether an action answers a question about cards that nobody is asked, because there is one answer: the seat has to pass or turn
// up all it has, or cannot pay for any. Records of older versions have such answers.
func (p *Player) givenCards(a *history.Action, d *hand.Decision) bool {
	switch a.Verb {
	case history.Discard, history.Buy, history.Expose, history.Pick:
	default:
		return false
	}
	if d != nil && d.Kind == hand.CardsAsked && d.Seat == a.Player {
		return false
	}
	g := p.h.Plan().Game
	if len(a.Cards()) == 0 {
		return g.HasStep(func(s *plan.Step) bool { return s.AsksCards() && s.Ask.Price != nil })
	}
	log := p.logOf(g)
	return log != nil && slices.ContainsFunc(log.Events, func(e hand.Event) bool {
		return e.Seat == a.Player && e.Other == hand.NoOther && int(e.N) == len(a.Cards()) && faces(a.Cards())&^faces(e.List()) == 0
	})
}

// givenChoice reports whether an action is the next choice of its seat against a bank that has been made without a question.
func (p *Player) givenChoice(a *history.Action) bool {
	k, ok := p.nextGiven(a)
	if ok {
		p.given = k + 1
	}
	return ok
}

// nextGiven returns the event of givenChoice.
func (p *Player) nextGiven(a *history.Action) (int, bool) {
	g := p.h.Plan().Game
	if a.Verb != history.Choose || !g.Banked() {
		return 0, false
	}
	events := p.logOf(g).Events
	for i := p.given; i < len(events); i++ {
		if e := &events[i]; e.Kind.Facts().ByOffer && e.Seat == a.Player && e.Other == hand.NoOther {
			return i, strings.EqualFold(g.At(int(e.Step)).Ask.Offers[e.Pot].Name, a.Text)
		}
	}
	return 0, false
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
func (p *Player) afterEnd(a *history.Action) error {
	switch a.Verb {
	case history.NoOp:
		return nil
	case history.Show, history.ShowDealt, history.Muck:
		if a.Player >= 0 && p.h.Live().Has(int(a.Player)) && p.h.Result().Showdown {
			held := p.h.Hole(int(a.Player))
			if shown := faces(a.Cards()); shown&^faces(held) != 0 {
				return p.fail(a, codeDealt, "the seat holds "+cards.Format(held), "")
			}
			return nil
		}
	}
	return p.fail(a, codeIllegal, "the hand is over", "")
}

// verify compares the cards that a record names with those dealt from its deck. done means that there is nothing to play.
func (p *Player) verify(a *history.Action) (done bool, err error) {
	if a.Verb == history.Show && p.shownBefore(a) {
		return true, nil
	}
	if !a.Verb.Deals() {
		return false, nil
	}
	if dealt := p.dealtTo(a); !p.dealt(a) {
		return true, p.fail(a, codeDealt, "the recorded deck has dealt "+cards.Format(dealt)+" there", "")
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
	return g.HasStep(func(s *plan.Step) bool { return s.Show != nil && s.Show.DealsAgain() })
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

// logOf returns the log of a hand: the caller's, or the player's own for a game whose cards may be gone when a record is compared with them.
func (p *Player) logOf(g *plan.Game) *hand.Log {
	if p.log == nil && (takesByRule(g) || g.Banked() || p.setup.Attendance != hand.Unattended) {
		return &p.own
	}
	return p.log
}

// takesByRule reports whether a game takes away cards that nobody chooses.
func takesByRule(g *plan.Game) bool {
	return g.HasStep(func(s *plan.Step) bool { return s.Takes() || s.Show != nil && s.Show.DealsAgain() })
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

// finish compares the stacks, and what players collected, with the record.
func (p *Player) finish(row *Row) {
	r := p.rec
	row.Complete = p.h.Pending() == nil
	row.Finishing = make([]int64, r.N())
	for i := range row.Finishing {
		row.Finishing[i] = p.h.Stack(i)
		if r.cap > 0 {
			row.Finishing[i] += max(0, r.Starting[i]-r.cap)
		}
		if r.Starting[i] == history.Infinite {
			row.Finishing[i] = history.Infinite
		}
	}
	differs := func(f history.Field, code, what string, recorded []int64, got func(i int) int64) bool {
		i := 0
		for i < len(recorded) && got(i) == recorded[i] {
			i++
		}
		if i < len(recorded) {
			at := r.Pos(f)
			if i < len(r.Stated) {
				at = r.Stated[i]
			}
			row.Err = r.ErrorAt(at, code, fmt.Sprintf("%s %s %s, the record says %s", r.who(i), what, plan.Money(got(i), r.Scale), plan.Money(recorded[i], r.Scale)), "")
		}
		return i < len(recorded)
	}
	switch {
	case differs(history.FieldFinishing, codeStacks, "finishes with", r.Finishing, func(i int) int64 { return row.Finishing[i] }):
	case row.Complete && differs(history.FieldWinnings, codeWinnings, "collects", r.Winnings, p.h.Won):
	case r.Contradiction != nil:
		row.Err = r.Contradiction
	default:
		row.OK = true
	}
}

// who returns the word for a player: the name in the formats of sites, where nobody is p1.
func (r *record) who(i int) string {
	name := ""
	if i < len(r.Players) {
		name = r.Players[i]
	}
	switch {
	case name == "":
		return fmt.Sprintf("p%d", i+1)
	case r.Format != "":
		return name
	}
	return fmt.Sprintf("p%d (%s)", i+1, name)
}

// chosen returns the action for the recorded words of a choice: the name of an offer, in capitals or not, followed by an amount if the offer
// takes one.
func (p *Player) chosen(text string) hand.Action {
	for k, o := range p.h.Offers() {
		n := len(o.Name)
		if len(text) < n || !strings.EqualFold(text[:n], o.Name) || len(text) > n && text[n] != ' ' {
			continue
		}
		a := hand.Action{Kind: hand.Choose, Pick: int8(k)}
		rest := strings.TrimSpace(text[n:])
		if rest == "" {
			return a
		}
		cents, err := plan.ParseMoney(rest)
		if err != nil {
			break
		}
		a.Amount = cents * p.setup.Plan.Stakes.Scale / plan.Cents
		return a
	}
	return hand.Action{Kind: hand.Choose, Pick: -1}
}

// held returns all the cards of a seat, in all its hands.
func (p *Player) held(seat int) []cards.Card {
	var out []cards.Card
	for k := range p.h.Hands(seat) {
		cs, _ := p.h.Cards(seat, k)
		out = append(out, cs...)
	}
	return out
}
