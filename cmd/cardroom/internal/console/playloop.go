package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/live"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
	"cardroom/engine/table"
)

// played is a game in progress: the table, the current hand, and what each seat has been shown.
type played struct {
	std    *app.IO
	opts   PlayOptions
	cfg    *table.Config
	lib    *dsl.Library
	policy batch.Policy
	own    map[table.Player]batch.Policy // policies of single players
	// trusted means that all policies are trusted, see batch.Session.Trusted.
	trusted bool
	stack   int64 // buy-in of a player
	// few is the deck of the small game that a strategy plays, or nil. Every hand of a small game begins with the same stacks.
	few   *batch.Pack
	style speech.Style
	in    term.LineSource
	out   *transcript

	table  table.Table
	before table.Table // the table before the deal
	deal   *table.Deal
	hand   *live.Hand  // nil between hands
	past   []pastHand  // earlier hands, for undo
	later  []pastHand  // hands that were undone, for redo; the next one is last
	told   map[int]int // by seat: the last action that was shown to it, -1 for none
	viewer int         // the seat that the screen shows
	dirty  bool        // changed since the last save
	left   bool
	kept   bool           // saved for the last time
	asked  bool           // the last ^C was answered with a warning
	bar    *term.Progress // of the work that the player waits for, or nil

	settings settings
	hinted   map[string]bool // hints that were given
	begun    string          // a bet whose amount is missing
	nets     map[int64]int64 // the person's winnings by hand number

	refused app.Limiter // limits the errors about lines from a pipe

	stopper *stopper
	last    *lastWhole
}

// run plays until the player leaves. It returns the context's error if the program must end.
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
			g.asked, g.begun = false, "" // ^C clears the line
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

// next shows the table and reads the next line.
func (g *played) next() (string, error) {
	if err := g.look(); err != nil {
		return "", err
	}
	g.hint()
	return g.in.Line(g.prompt())
}

// refuse says why a command was not carried out.
func (g *played) refuse(err error) {
	if !g.std.Stdin.Terminal && !g.std.Verbose && !g.refused.Next() {
		return
	}
	w := g.std.Stderr
	text := strings.TrimPrefix(app.Explain(w, err), "cardroom: ")
	for line := range strings.Lines(text) {
		for _, part := range live.Fold(strings.TrimSuffix(line, "\n"), g.columns()) {
			w.Printf("%s\n", part)
		}
	}
}

// advance plays on until a person must act: it deals the next hand if nothing prevents it, and lets policies act for their
// seats.
func (g *played) advance(ctx context.Context) error {
	for g.hand == nil && !g.left {
		if g.opts.Hands > 0 && g.table.Hands() >= g.opts.Hands {
			g.left = true
			return nil
		}
		if g.table.Over() {
			g.say("no further hand can be dealt")
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
			// End a game with a limited number of hands after the last one, without a prompt
			if g.opts.Hands == 0 || g.table.Hands() < g.opts.Hands {
				return nil
			}
			if err := g.look(); err != nil {
				return err
			}
			g.left = true
			return g.finish()
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

// playSeed separates the policies' random numbers from those of the deck.
const playSeed = 0x5851f42d4c957f2d

// chance returns the random source of a policy's decision. It depends on the number of the decision, so that undoing and
// repeating the same actions leads to the same play.
func (g *played) chance(seat int8, decision int) hand.Source {
	return chanceIn(uint64(g.opts.Seed), g.trusted, uint64(g.table.Hands()), seat, decision)
}

// chanceIn returns the random source of the policy in a seat, at one decision of a hand played at the terminal.
func chanceIn(seed uint64, trusted bool, number uint64, seat int8, decision int) hand.Source {
	if trusted {
		return hand.NewSource(seed^playSeed, number<<16|uint64(decision))
	}
	return batch.DecisionSource(seed, number, seat, decision)
}

// decide lets the policy of the seat to act decide. An answer that is the only one needs no decision.
func (g *played) decide(d *hand.Decision) error {
	g.dirty = true
	if a, only := g.hand.State().Only(); only {
		_, err := g.hand.Do(a)
		return err
	}
	policy, own := g.own[g.playerOf(int(d.Seat))]
	if !own {
		policy = g.policy
	}
	if g.deal.Away.Has(int(d.Seat)) {
		policy = batch.Passing{Deal: g.deal}
	}
	_, err := g.hand.Decide(policy, g.chance(d.Seat, g.hand.At()))
	return err
}

// playerOf returns the player in a seat of the current hand.
func (g *played) playerOf(seat int) table.Player {
	if seat < 0 {
		return 0
	}
	return g.table.Seat(int(g.deal.Seats[seat])).Player
}

// wants returns what a person has to settle before the next hand: "chips", "game", "players", or "".
func (g *played) wants() string {
	t := &g.table
	for k := range g.cfg.MaxSeats {
		s := t.Seat(k)
		switch {
		case s.Player == 0 || s.Stack > 0 || s.Away:
		case g.human(s.Player):
			return "chips"
		default:
			g.happens(table.Event{Kind: table.Buy, Player: s.Player, Seat: -1, Amount: g.table.BuyIn(g.stack)})
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

// happens applies a table event. That the table rejects it is no error of the person.
func (g *played) happens(e table.Event) {
	g.dirty = true
	_ = g.table.Apply(e)
}

// dealNext deals the next hand and announces it.
func (g *played) dealNext() error {
	if err := g.deals(); err != nil {
		return err
	}
	g.head()
	return nil
}

// refill resets all stacks to that of the small game.
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
	h, err := live.Deal(&d.Setup)
	if err != nil {
		return err
	}
	g.before, g.deal, g.hand, g.dirty = before, d, h, true
	g.told = map[int]int{}
	g.style.Names = nil
	if len(g.opts.Names) > 0 {
		g.style.Names = make([]string, len(d.Seats))
		for seat, at := range d.Seats {
			g.style.Names[seat] = g.opts.Names[int(g.table.Seat(int(at)).Player)]
		}
	}
	g.viewer = g.firstViewer()
	return nil
}

// firstViewer returns the seat to show before anyone has to act.
func (g *played) firstViewer() int {
	for seat := range g.deal.Seats {
		if g.human(g.playerOf(seat)) {
			return seat
		}
	}
	return hand.NoSeat
}

// head announces the hand and prints the dealer's notes.
func (g *played) head() {
	g.std.Stdout.Printf("\n")
	for line := range strings.Lines(speech.Title(g.hand.Setup(), g.style)) {
		g.say(strings.TrimSuffix(line, "\n"))
	}
	for _, note := range g.deal.Notes {
		g.say("dealer: " + note)
	}
	for _, words := range runs.CollectionWords(g.hand.State(), g.deal) {
		g.say("collection: " + words)
	}
	var moved []string
	for seat, at := range g.deal.Seats {
		if p := g.playerOf(seat); int(p) != seat+1 && g.opts.Names[int(p)] == "" {
			moved = append(moved, fmt.Sprintf("%s is player %d at place %d", speech.SeatName(int8(seat)), p, at+1))
		}
	}
	if len(moved) > 0 {
		g.say(strings.Join(moved, ", "))
	}
}

// say prints a line, folded to the width of the screen.
func (g *played) say(text string) {
	for _, line := range live.Fold(text, g.columns()) {
		g.std.Stdout.Printf("%s\n", line)
	}
}

// columns returns the width of the screen.
func (g *played) columns() int {
	if n := g.std.Stdout.Columns(); n > 0 {
		return n
	}
	return 80
}

// finish adds the finished hand to the table and the transcript.
func (g *played) finish() error {
	if err := g.out.add(&g.table, g.deal, g.hand, g.called); err != nil {
		return err
	}
	h := *g.hand.State()
	h.Follow(g.hand.Whole()) // the rules of the table see all of the hand
	var settled table.Settled
	if err := g.table.FinishIn(&h, &settled); err != nil {
		return err
	}
	for _, p := range settled.Payments {
		g.say("table: " + g.table.PaymentText(p, g.called))
	}
	for i := range settled.Gone {
		g.say("table: " + g.table.GoneText(&settled.Gone[i], g.called))
	}
	for _, note := range settled.Notes {
		g.say("dealer: " + note)
	}
	g.nets[g.table.Hands()] = g.net()
	// Add the finished hand to the past hands. Nothing is left to redo
	g.past, g.later = append(g.past, g.remember()), nil
	if n := len(g.past) - mostPast; n > 0 {
		g.past = slices.Clone(g.past[n:])
	}
	g.hand, g.deal, g.dirty = nil, nil, true
	return nil
}

// view returns the view of the seat on screen.
func (g *played) view() live.View {
	return live.View{Seat: g.viewer, Style: g.style, Width: g.columns()}
}

// look shows the seat that must act what has happened since it last looked, and the table. It can fail like a prompt, because
// passing the screen to another player uses one.
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

// turnTo shows the seat that must act. If people share the screen and no seat has to act, it shows only what is face up.
func (g *played) turnTo(d *hand.Decision) error {
	switch {
	case d == nil || int(d.Seat) == g.viewer:
	case d.Seat >= 0:
		// Show another seat. At a terminal that people share, first clear what the previous player saw.
		seat := int(d.Seat)
		if g.std.Stdin.Terminal && g.std.Stdout.Terminal {
			g.std.Stdout.Printf("%s is next: pass the screen on\n", g.style.Seat(int8(seat)))
			if _, err := g.in.Line("Enter shows the cards> "); err != nil {
				return err
			}
			g.std.Stdout.Control("\x1b[2J\x1b[3J\x1b[H")
		}
		g.viewer = seat
		return nil
	case g.opts.HotSeat:
		g.viewer = hand.NoSeat
	}
	return nil
}

// prompt returns the prompt of the next line.
func (g *played) prompt() string {
	switch {
	case g.begun != "":
		least, most, _ := g.bounds(g.begun)
		return fmt.Sprintf("%s how much, %s to %s?> ", g.begun, g.stakes().Price(least), g.stakes().Price(most))
	case g.hand != nil && g.hand.Pending() == nil:
		return fmt.Sprintf("Enter deals hand %d> ", g.table.Hands()+1)
	case g.hand != nil:
		return g.style.Seat(g.hand.Pending().Seat) + "> "
	}
	switch g.wants() {
	case "chips":
		return fmt.Sprintf("no chips left: buy %s, or quit> ", g.stakes().Price(g.table.BuyIn(g.stack)))
	case "game":
		return "name the game (\"games\" lists them)> "
	}
	return "too few players: return, or quit> "
}

func (g *played) stakes() *plan.Stakes { return &g.cfg.Games[0].Plan.Stakes }

// pastHand is an earlier hand that undo can return to: the table before it and the
// commands in it, from which it is dealt and played again.
type pastHand struct {
	Table string // as written by [table.Table.Save]
	Said  []string
	file  string // the saved game it was read from, "" for a hand of this run
	line  int    // line of the first command in that file
}

// mostPast is the maximum number of hands that undo can return to. A saved game keeps
// as many.
const mostPast = 100

// remember returns the current hand as a pastHand, including undone actions.
func (g *played) remember() pastHand {
	at := g.hand.At()
	_ = g.hand.Goto(g.hand.Last())
	p := pastHand{Table: g.before.Save(), Said: slices.Clone(g.hand.Said())}
	_ = g.hand.Goto(at)
	return p
}

// lay deals a past hand and replays its commands. On an error the game stays
// unchanged.
func (g *played) lay(p *pastHand) error {
	was := *g
	err := g.layOn(p)
	if err != nil {
		*g = was
	}
	return err
}

func (g *played) layOn(p *pastHand) error {
	t, err := g.cfg.Restore(p.Table)
	if err != nil {
		return p.inTable(err)
	}
	g.table = t
	if err := g.deals(); err != nil {
		return fmt.Errorf("%s%w", p.at(beforeSaid), err)
	}
	for i, words := range p.Said {
		if _, err := g.hand.Act(words); err != nil {
			return fmt.Errorf("%s%q: %w: games, scripts or the program have changed", p.at(i), words, err)
		}
	}
	return nil
}

// beforeSaid is the offset in lines from the first command to the table line: "deal"
// is between them.
const beforeSaid = -2

// inTable locates an error about the table in the saved game.
func (p *pastHand) inTable(err error) error {
	if p.file == "" {
		return err
	}
	const word = "table "
	return app.InLine(files.Shift(err, len(word)), p.file, p.line+beforeSaid, word+p.Table)
}

// at returns the position of the i-th command in the saved game.
func (p *pastHand) at(i int) string {
	if p.file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:1: ", p.file, p.line+i)
}

// back returns to the end of the previous hand: it undoes the deal and all table
// events since then, and removes that hand's record from the transcript.
func (g *played) back() error {
	last := len(g.past) - 1
	if last < 0 {
		return diag.Refuse("nothing to undo", "")
	}
	p := g.past[last]
	later := g.later
	if g.hand != nil {
		later = append(later, g.remember())
	}
	if err := g.lay(&p); err != nil {
		return err
	}
	g.past, g.later = g.past[:last], later
	for seat := range g.deal.Seats {
		g.told[seat] = g.hand.At()
	}
	g.say(fmt.Sprintf("hand %d again", g.hand.Setup().Number))
	return g.out.drop(g.hand.Setup().Number)
}
