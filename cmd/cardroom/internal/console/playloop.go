package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/narrate"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/sitting"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
	"cardroom/engine/verbal"
)

// played is a game being played: a table, the hand on it, and who is told what.
type played struct {
	std    *app.IO
	opts   PlayOptions
	cfg    *table.Config
	lib    *dsl.Library
	policy batch.Policy
	own    map[table.Player]batch.Policy // of players who have one of their own
	// trusted: all policies are, see batch.Session.Trusted.
	trusted bool
	stack   int64 // what a player sits down with
	// few are the cards of the small game that a strategy plays, nil without one. Every hand of it
	// begins with the same stacks.
	few   *batch.Pack
	style verbal.Style
	in    term.LineSource
	out   *transcript

	table  table.Table
	before table.Table // as it was before the hand was dealt
	deal   *table.Deal
	hand   *sitting.Hand // nil between hands
	past   []pastHand    // the hands before, which undo goes back to
	later  []pastHand    // those gone back over, the next last
	told   map[int]int   // by seat: the action up to which it has been told, -1 for nothing
	viewer int           // the seat that is looking
	dirty  bool          // something has happened since the game was kept
	left   bool
	kept   bool // for the last time
	asked  bool // a ^C has been answered with a question

	settings settings
	hinted   map[string]bool // hints that have been given, and are not given again
	begun    string          // a bet whose amount has been asked for
	nets     map[int64]int64 // what the person has won, by the number of the hand

	refused app.Told // of lines that were not understood, in a pipe

	stopper *stopper
	last    *lastWhole
}

// run plays until the player leaves. It returns the context's error when the
// program is to end.
func (g *played) run(ctx context.Context) error {
	defer g.refused.End(g.std)
	for {
		if err := g.advance(ctx); err != nil {
			return err
		}
		if g.left {
			return nil
		}
		line, err := g.next()
		switch {
		case errors.Is(err, io.EOF):
			g.left = true
			return nil
		case errors.Is(err, term.ErrInterrupt) && (line != "" || g.begun != ""):
			g.asked, g.begun = false, "" // that line is cleared
			continue
		case errors.Is(err, term.ErrInterrupt) && g.asked:
			return context.Canceled
		case errors.Is(err, term.ErrInterrupt):
			g.asked = true
			g.std.Stderr.Printf("^C again leaves, as ^D and quit do; the game is saved\n")
			continue
		case err != nil:
			return err
		}
		g.asked = false
		if err := g.doing(ctx, strings.TrimSpace(line)); err != nil {
			g.refuse(err)
		}
		if err := g.keep(ctx, nil); err != nil {
			return err
		}
	}
}

// next is the next line, after what it answers has been shown.
func (g *played) next() (string, error) {
	if err := g.look(); err != nil {
		return "", err
	}
	g.hint()
	return g.in.Line(g.prompt())
}

// refuse says why something was not done.
func (g *played) refuse(err error) {
	if !g.std.Stdin.Terminal && !g.std.Verbose && !g.refused.Next() {
		return
	}
	w := g.std.Stderr
	text := strings.TrimPrefix(app.Explain(w, err), "cardroom: ")
	for line := range strings.Lines(text) {
		for _, part := range sitting.Fold(strings.TrimSuffix(line, "\n"), g.columns()) {
			w.Printf("%s\n", part)
		}
	}
}

// advance goes on to where a person is asked: the next hand is dealt when
// nothing stands against it, and policies decide for their seats.
func (g *played) advance(ctx context.Context) error {
	for g.hand == nil && !g.left {
		if g.opts.Hands > 0 && g.table.Hands() >= g.opts.Hands {
			g.left = true
			return nil
		}
		g.refill()
		if g.wants() != "" {
			return nil
		}
		g.mark()
		if err := g.dealNext(); err != nil {
			return err
		}
	}
	for g.hand != nil {
		d := g.hand.Pending()
		if d == nil {
			return g.over()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.mark()
		if g.asksPerson() {
			return nil
		}
		if err := g.decide(d); err != nil {
			return err
		}
	}
	return nil
}

// over ends a game of so many hands after its last, without asking.
func (g *played) over() error {
	if g.opts.Hands == 0 || g.table.Hands() < g.opts.Hands {
		return nil
	}
	if err := g.look(); err != nil {
		return err
	}
	g.left = true
	return g.finish()
}

// playSeed parts the policies' chance in a game from that of the cards.
const playSeed = 0x5851f42d4c957f2d

// chance is what a policy draws from at a decision of the hand. It follows from
// the number of the decision, so that whoever undoes and does the same again meets
// the same play.
func (g *played) chance(seat int8, decision int) hand.Source {
	return ChanceIn(uint64(g.opts.Seed), g.trusted, uint64(g.table.Hands()), seat, decision)
}

// ChanceIn is what the policy of a seat draws from at a decision of a hand that is
// played at the terminal.
func ChanceIn(seed uint64, trusted bool, number uint64, seat int8, decision int) hand.Source {
	if trusted {
		return hand.NewSource(seed^playSeed, number<<16|uint64(decision))
	}
	return batch.DecisionSource(seed, number, seat, decision)
}

// decide lets the policy decide.
func (g *played) decide(d *hand.Decision) error {
	g.dirty = true
	_, err := g.hand.Decide(g.policyOf(g.playerOf(int(d.Seat))), g.chance(d.Seat, g.hand.At()))
	return err
}

// policyOf is how a player decides who is no person.
func (g *played) policyOf(p table.Player) batch.Policy {
	if own, ok := g.own[p]; ok {
		return own
	}
	return g.policy
}

// playerOf is the player in a seat of the hand.
func (g *played) playerOf(seat int) table.Player {
	if seat < 0 {
		return 0
	}
	return g.table.Seat(int(g.deal.Seats[seat])).Player
}

// wants is what has to be settled by a person before the next hand: "chips",
// "game", "players", or "".
func (g *played) wants() string {
	t := &g.table
	for k := range g.cfg.MaxSeats {
		s := t.Seat(k)
		switch {
		case s.Player == 0 || s.Stack > 0 || s.Away:
		case g.human(s.Player):
			return "chips"
		default:
			g.happens(table.Event{Kind: table.Buy, Player: s.Player, Seat: -1, Amount: g.buyIn()})
		}
	}
	if t.Ready().Len() < max(2, g.cfg.MinSeats) {
		return "players"
	}
	switch p := t.Chooser(); {
	case p == 0:
	case g.human(p):
		return "game"
	default:
		chance := hand.NewSource(uint64(g.opts.Seed)^playSeed, uint64(t.Hands()))
		if !g.trusted {
			chance = g.chance(-1, 0)
		}
		g.happens(table.Event{Kind: table.Choose, Player: p, Seat: -1, Game: int16(chance.Below(uint64(len(g.cfg.Games))))})
	}
	return ""
}

// happens applies an event of the table; one that is refused is no fault of the
// person who plays.
func (g *played) happens(e table.Event) bool {
	g.dirty = true
	return g.table.Apply(e) == nil
}

// buyIn is with how much a player sits down, as far as the table allows it.
func (g *played) buyIn() int64 {
	o := &g.cfg.Games[g.table.Game()]
	amount := max(g.stack, o.Min, o.Plan.Stakes.Chip)
	if o.Max > 0 {
		amount = min(amount, o.Max)
	}
	return amount
}

// dealNext deals the next hand and says so.
func (g *played) dealNext() error {
	if err := g.deals(); err != nil {
		return err
	}
	g.head()
	return nil
}

// refill gives everybody the stack of a small game again.
func (g *played) refill() {
	if g.few == nil {
		return
	}
	for k := range g.cfg.MaxSeats {
		s := g.table.Seat(k)
		switch {
		case s.Player == 0:
		case s.Stack > g.stack:
			g.happens(table.Event{Kind: table.CashOut, Player: s.Player, Seat: -1, Amount: s.Stack - g.stack})
		case s.Stack < g.stack:
			g.happens(table.Event{Kind: table.Buy, Player: s.Player, Seat: -1, Amount: g.stack - s.Stack})
		}
	}
}

// deals deals the next hand.
func (g *played) deals() error {
	before := g.table
	d, err := g.table.Next()
	if err != nil {
		return err
	}
	if g.opts.Floor {
		d.Setup.Attendance = hand.Attended
		g.table.AddAbsent(d)
	}
	if g.few != nil {
		d.Setup.Deck = g.few.Deal(d.Setup.Seed, int64(d.Setup.Number))
	}
	h, err := sitting.Deal(&d.Setup)
	if err != nil {
		return err
	}
	g.before, g.deal, g.hand, g.dirty = before, d, h, true
	g.told = map[int]int{}
	g.style.Names = g.namesOf(d)
	g.viewer = g.firstViewer()
	return nil
}

// firstViewer is the seat that looks at the table before anybody is asked.
func (g *played) firstViewer() int {
	for seat := range g.deal.Seats {
		if g.human(g.playerOf(seat)) {
			return seat
		}
	}
	return hand.NoSeat
}

// head says what is dealt, and what the dealer has to say before it.
func (g *played) head() {
	g.std.Stdout.Printf("\n")
	for line := range strings.Lines(verbal.Title(g.hand.Setup(), g.style)) {
		g.say(strings.TrimSuffix(line, "\n"))
	}
	for _, note := range g.deal.Notes {
		g.say("dealer: " + note)
	}
	for _, words := range narrate.CollectionWords(g.hand.State(), g.deal) {
		g.say("collection: " + words)
	}
	var moved []string
	for seat, at := range g.deal.Seats {
		if p := g.playerOf(seat); int(p) != seat+1 && g.opts.Names[int(p)] == "" {
			moved = append(moved, fmt.Sprintf("%s is player %d at place %d", verbal.SeatName(int8(seat)), p, at+1))
		}
	}
	if len(moved) > 0 {
		g.say(strings.Join(moved, ", "))
	}
}

// say prints a line of what is told, folded where it is too long.
func (g *played) say(text string) {
	for _, line := range sitting.Fold(text, g.columns()) {
		g.std.Stdout.Printf("%s\n", line)
	}
}

// columns is the width of the screen.
func (g *played) columns() int {
	if n := g.std.Stdout.Columns(); n > 0 {
		return n
	}
	return 80
}

// finish gives the hand that is over to the table and to the transcript.
func (g *played) finish() error {
	if err := g.out.add(&g.table, g.deal, g.hand, g.called); err != nil {
		return err
	}
	if err := g.table.Finish(g.hand.State()); err != nil {
		return err
	}
	g.nets[g.table.Hands()] = g.net()
	g.close()
	g.hand, g.deal, g.dirty = nil, nil, true
	return nil
}

// view is how the looking seat sees the table.
func (g *played) view() sitting.View {
	return sitting.View{Seat: g.viewer, Style: g.style, Width: g.columns()}
}

// look tells the seat that is asked what has happened since it last looked, and
// shows it the table. It fails as a prompt does, for there may be one in between.
func (g *played) look() error {
	if g.hand == nil {
		return nil
	}
	if err := g.turnTo(g.hand.Pending()); err != nil {
		return err
	}
	told, ok := g.told[g.viewer]
	if !ok {
		told = -1
	}
	now := g.hand.At()
	if told < now {
		g.hand.Log(g.std.Stdout, g.view(), told)
	}
	if told != now {
		g.std.Stdout.Printf("%s", g.hand.Screen(g.view()))
	}
	g.told[g.viewer] = now
	return nil
}

// turnTo has the seat look that is asked. Where people share the screen, the
// dealer sees what lies open.
func (g *played) turnTo(d *hand.Decision) error {
	switch {
	case d == nil || int(d.Seat) == g.viewer:
	case d.Seat >= 0:
		return g.passOn(int(d.Seat))
	case g.opts.HotSeat:
		g.viewer = hand.NoSeat
	}
	return nil
}

// passOn gives the screen to another seat. At a terminal that several people
// share, what the one before has seen goes out of sight first.
func (g *played) passOn(seat int) error {
	if g.std.Stdin.Terminal && g.std.Stdout.Terminal {
		g.std.Stdout.Printf("%s is next: pass the screen on\n", g.style.Seat(int8(seat)))
		if _, err := g.in.Line("Enter shows the cards> "); err != nil {
			return err
		}
		g.std.Stdout.Control("\x1b[2J\x1b[3J\x1b[H")
	}
	g.viewer = seat
	return nil
}

// prompt is what stands before the line that is typed.
func (g *played) prompt() string {
	switch {
	case g.begun != "":
		least, most, _ := g.bounds(g.begun)
		return fmt.Sprintf("%s how much, %s to %s?> ", g.begun, plan.Money(least, g.scale()), plan.Money(most, g.scale()))
	case g.hand != nil && g.hand.Pending() == nil:
		return fmt.Sprintf("Enter deals hand %d> ", g.table.Hands()+1)
	case g.hand != nil:
		return g.style.Seat(g.hand.Pending().Seat) + "> "
	}
	switch g.wants() {
	case "chips":
		return fmt.Sprintf("no chips left: buy %s, or quit> ", plan.Money(g.buyIn(), g.scale()))
	case "game":
		return "name the game (\"games\" lists them)> "
	}
	return "too few players: return, or quit> "
}

func (g *played) scale() int64 { return g.cfg.Games[0].Plan.Stakes.Scale }
