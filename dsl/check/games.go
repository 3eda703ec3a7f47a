package check

import (
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// game checks the plan of a game, and plays it.
func (c *Checker) game(g *plan.Game, play bool) {
	ways := walk(g)
	c.deadSteps(g, ways)
	c.idleSteps(g, ways)
	c.showdowns(g, ways)
	c.rounds(g)
	c.pairedLows(g)
	for i := range g.Steps {
		if st := &g.Steps[i]; st.Test != nil && st.Condition() == plan.UnnamedCondition {
			c.addAt(st.Pos, codeWordless, `write the function a docstring such as """the flop has a pair""", or give the step doc = …`, g.Name+": nothing says in words when this is so")
		}
	}
	if play {
		c.safely(g, c.table)
	}
}

// pairedLows finds low hands of which the best is no high card: of a high ranking that is only turned round within each class of hands.
func (c *Checker) pairedLows(g *plan.Game) {
	for i := range g.Steps {
		show := g.Steps[i].Ranks()
		if show == nil {
			continue
		}
		for p := range show.Each {
			classes := p.Ranking.Categories()
			if !p.Ranking.Low() || len(classes) == 0 || classes[0] == rank.HighCard {
				continue
			}
			c.addAt(g.Steps[i].Pos, codePairedLow, "write base = deuce_to_seven, or base = ace_to_five, for which straights and flushes do not count; or an order with \"high card\" first",
				fmt.Sprintf("%s: the best class of the low hand is %s, because low = True keeps the order of the classes", g.Name, classes[0]))
		}
	}
}

// posting says of what [plan.Game.Unposted] returns what it is, and how it is taken.
var posting = map[string][2]string{
	"ante": {"an ante", "forced = [ante()]"}, "bring-in": {"a bring-in", "bet(open = low_brings_in)"}, "blinds": {"blinds", "forced = [blinds()]"},
}

// unposted finds amounts of the script's stakes that none of the games with these stakes takes. Stakes of another script may be shared.
func (c *Checker) unposted(file string, games []*plan.Game) {
	for _, g := range games {
		for _, what := range g.Unposted() {
			takes := func(o *plan.Game) bool { return o.Stakes.Pos == g.Stakes.Pos && !slices.Contains(o.Unposted(), what) }
			if g.Stakes.Pos.File == file && !slices.ContainsFunc(games, takes) {
				c.addAt(g.Stakes.Pos, codeUnposted, "take it, as in "+posting[what][1]+", or leave it out of the stakes", fmt.Sprintf("%s: the stakes name %s, which nobody posts", g.Name, posting[what][0]))
			}
		}
	}
}

// safely runs a check that plays a game. If the engine panics, that is a finding and the other games are checked.
func (c *Checker) safely(g *plan.Game, check func(*plan.Game)) {
	defer func() {
		if p := recover(); p != nil {
			c.add(star.Fault(g.Pos, g.Name, p), nil)
		}
	}()
	check(g)
}

// state is the relevant history before a step on a path through a game.
type state struct {
	passed      bool // the last round may have been checked around
	bets        bool // there was a betting round
	redealt     bool
	asked       bool // a script function led here; its answers may exclude each other
	hole, board int
}

// walk follows all paths through a game and returns the states in which each step can be reached.
func walk(g *plan.Game) [][]state {
	reached := make([][]state, len(g.Steps)+1)
	var from func(i int, s state)
	from = func(i int, s state) {
		if slices.Contains(reached[i], s) {
			return
		}
		reached[i] = append(reached[i], s)
		if i == len(g.Steps) {
			return
		}
		st := &g.Steps[i]
		hole, board := st.Changes()
		s.hole, s.board = s.hole+hole, s.board+board
		//exhaustive:ignore the others lead to the next step, and say nothing of what may come
		switch st.Kind {
		case plan.Bet:
			s.passed = canBePassed(g, st, s)
			s.bets = true
		case plan.When:
			s.asked = s.asked || st.Test != nil
			so, otherwise := i+1, st.Jump
			if st.Until {
				so, otherwise = otherwise, so
			}
			if s.passed || st.Test != nil {
				from(so, s)
			}
			from(otherwise, s)
			return
		case plan.Jump:
			from(st.Jump, s)
			return
		case plan.Redeal:
			from(0, state{redealt: true})
			return
		case plan.Showdown:
			if st.Show.DealsAgain() {
				from(0, state{redealt: true})
			}
		}
		if !st.Ends() {
			from(i+1, s)
		}
	}
	from(0, state{})
	return reached
}

// canBePassed reports whether a betting round can end without a bet while two seats are in.
func canBePassed(g *plan.Game, st *plan.Step, s state) bool {
	b := &st.Bet
	brought := b.Open == plan.BringInLow || b.Open == plan.BringInHigh
	if b.NoCheck || b.ForcedOpen || brought && bringIn(g) {
		return false
	}
	if s.bets || s.redealt {
		return true
	}
	return !slices.ContainsFunc(g.Forced, func(f plan.Forced) bool { return !f.Everybody && !f.Dead })
}

// bringIn reports whether the game's default stakes have a bring-in.
func bringIn(g *plan.Game) bool {
	s, err := g.ParseStakes("")
	return err == nil && s.BringIn > 0
}

// deadSteps reports unreachable steps, the first of each run of them.
func (c *Checker) deadSteps(g *plan.Game, ways [][]state) {
	for i := range g.Steps {
		st := &g.Steps[i]
		switch {
		case st.Again > 0: // its first round is checked
		case len(ways[i]) > 0 && st.Kind == plan.When && len(ways[i+1]) == 0:
			c.addAt(st.Pos, codeDeadStep, "a round with blinds, a bring-in or without checks always has a bet",
				fmt.Sprintf("%s: this is never true here: %s", g.Name, st.Condition()))
		case len(ways[i]) == 0 && st.Kind != plan.Jump && (i == 0 || len(ways[i-1]) > 0 && g.Steps[i-1].Kind != plan.When):
			hint := "what comes before it ends the hand"
			if st.Show != nil && i == len(g.Steps)-1 {
				hint += ": the game needs no showdown"
			}
			c.addAt(st.Pos, codeDeadStep, hint, fmt.Sprintf("%s: the hand never reaches this %s", g.Name, st.Word()))
		}
	}
}

// idleSteps reports burns that no card follows, or that are not before the next bets, consecutive betting rounds with nothing new
// between them, and fees from an empty pot.
func (c *Checker) idleSteps(g *plan.Game, ways [][]state) {
	for i := range g.Steps {
		st := &g.Steps[i]
		switch {
		case len(ways[i]) == 0 || st.Again > 0:
		case st.Unseen() && !cardsAfter(g, i):
			c.addAt(st.Pos, codeIdleStep, "remove it", fmt.Sprintf("%s: a card is burned and none is dealt after it", g.Name))
		case st.Unseen() && g.Steps[i+1].Bets():
			c.addAt(st.Pos, codeIdleStep, "burn after the bets, just before the cards", fmt.Sprintf("%s: a card is burned before a round of betting, and no card is dealt with it", g.Name))
		case st.Bets() && i > 0 && g.Steps[i-1].Bets():
			c.addAt(st.Pos, codeIdleStep, "deal or draw between the two, or remove one", fmt.Sprintf("%s: a round of betting follows another with nothing between them", g.Name))
		case potIsEmpty(g, st, ways[i]):
			c.addAt(st.Pos, codeIdleStep, "move it behind the first round of betting, or let the button or the blinds pay", fmt.Sprintf("%s: the fee is taken from a pot that is still empty", g.Name))
		}
	}
}

// potIsEmpty reports whether a step takes its fee from a pot in which nothing can be: bets, blinds among them, come into the pot when
// their round ends, antes and other dead money at once.
func potIsEmpty(g *plan.Game, st *plan.Step, ways []state) bool {
	return st.Kind == plan.Collect && st.Collect.From == plan.FromPot && st.Collect.Rake == nil &&
		!slices.ContainsFunc(g.Forced, func(f plan.Forced) bool { return f.Dead }) &&
		!slices.ContainsFunc(ways, func(s state) bool { return s.bets || s.redealt })
}

// cardsAfter reports whether cards come from the deck after a step.
func cardsAfter(g *plan.Game, i int) bool {
	for _, st := range g.Steps[i+1:] {
		if st.Kind == plan.Redeal || st.Ask != nil && st.Ask.Allowed != nil {
			return true
		}
		for m := range st.Moves() {
			if m.To != plan.ZoneBurn {
				return true
			}
		}
	}
	return false
}

// showdowns reports showdowns at which possibly nobody has a qualifying hand. The chips then go to all equally, which no rule
// sheet says. It also reports comparisons of hands that have too few cards.
func (c *Checker) showdowns(g *plan.Game, ways [][]state) {
	for i := range g.Steps {
		st := &g.Steps[i]
		show := st.Show
		if st.Compare != nil {
			show = &st.Compare.Show
		}
		if show == nil {
			continue
		}
		likely := ways[i]
		if canCount(g, show, i, likely) {
			likely = slices.DeleteFunc(slices.Clone(likely), func(s state) bool { return s.asked })
		}
		for _, way := range likely {
			if why, hint := tooFewCards(g, show, i, way); why != "" {
				c.addAt(st.Pos, codeShowdown, hint, fmt.Sprintf("%s: %s", g.Name, why))
				break
			}
			if st.Compare != nil {
				continue
			}
			if why, hint := nobodyWins(g, show, way); why != "" {
				c.addAt(st.Pos, codeShowdown, hint, fmt.Sprintf("%s: %s", g.Name, why))
				break
			}
		}
	}
}

// canCount reports whether a seat has enough cards for every part in at least one of the states.
func canCount(g *plan.Game, sd *plan.ShowdownStep, at int, ways []state) bool {
	return slices.ContainsFunc(ways, func(s state) bool {
		why, _ := tooFewCards(g, sd, at, s)
		return why == ""
	})
}

// tooFewCards returns which part of a showdown requires a hand of more cards than a seat can play, "" for none. A hand plays one
// board, and one hand of the cards set apart.
func tooFewCards(g *plan.Game, sd *plan.ShowdownStep, at int, way state) (why, hint string) {
	for p := range sd.Each {
		own := ownCards(g, p, at, way.hole)
		least := p.Ranking.Fewest()
		if len(p.Use) > 0 {
			if !p.Playable(own, func(boards uint16) int { return onOneBoard(g, boards, at, way.board) }) {
				return fmt.Sprintf("the %s hand needs %s, a seat has %d and no board that it may play has enough: no hand counts", p.Name, usesWords(g, p), own),
					"deal more cards on one board, or use fewer of the board"
			}
			continue
		}
		if n := own + onOneBoard(g, p.Boards, at, way.board); n < least {
			return fmt.Sprintf("the %s hand needs %d cards by the %s ranking, a seat has %d: no hand counts", p.Name, least, p.Ranking.Name(), n),
				fmt.Sprintf("deal more cards, or rank smaller hands: ranking(…, size = %d)", n)
		}
	}
	return "", ""
}

// usesWords returns the ways in which hole and board cards play: "2 hole and 3 board cards".
func usesWords(g *plan.Game, p *plan.Part) string {
	var ways []string
	for i := range p.Use {
		u := &p.Use[i]
		way := u.CardsThatPlay()
		for k, n := range u.Of {
			if n > 0 {
				way += fmt.Sprintf(", %d of %s", n, g.Boards[k])
			}
		}
		if !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
	}
	return strings.Join(ways, ", or ")
}

// ownCards returns the maximum number of a seat's cards that a part may play, before a step.
func ownCards(g *plan.Game, p *plan.Part, before, all int) int {
	if p.Hands == 0 {
		return all
	}
	most := 0
	for m := p.Hands; m != 0; m &= m - 1 {
		n, hand := 0, uint8(1+bits.TrailingZeros16(m))
		for i := range g.Steps[:before] {
			st := &g.Steps[i]
			if st.DealsTo(plan.ZoneHand) && st.Hand == hand {
				n += st.Count
			}
			if st.Ask == nil {
				continue
			}
			if k := slices.Index(st.Ask.Groups, hand); k >= 0 {
				n += st.Ask.Sizes[k]
			}
		}
		most = max(most, n)
	}
	return min(all, most)
}

// onOneBoard returns the maximum number of cards on one of the boards that a part may play, before a step.
func onOneBoard(g *plan.Game, boards uint16, before, all int) (most int) {
	if g.Boards == nil {
		return all
	}
	for k := range g.Boards {
		if boards != 0 && boards>>k&1 == 0 {
			continue
		}
		n := 0
		for i := range g.Steps[:before] {
			if st := &g.Steps[i]; st.DealsTo(plan.ZoneBoard) && (st.On == 0 || st.On>>k&1 != 0) {
				n += st.Count
			}
		}
		most = max(most, n)
	}
	return most
}

// nobodyWins returns why possibly no hand wins, "" if that is impossible.
func nobodyWins(g *plan.Game, sd *plan.ShowdownStep, way state) (why, hint string) {
	for k := range sd.Parts {
		p := &sd.Parts[k]
		if !mayFail(g, p, way) {
			return "", ""
		}
		if why == "" {
			why = fmt.Sprintf("with %s it can happen that no hand qualifies, and then everybody who is in splits the pot", p.Ranking.Name())
			hint = `say what happens then, with otherwise = "split", "redeal" or best(…); or add a part for which every hand qualifies, such as split(best(high), …)`
		}
	}
	if sd.OneQualifies() {
		return "", ""
	}
	return why, hint
}

// mayFail reports whether possibly no hand qualifies for a part, nor for its fallbacks.
func mayFail(g *plan.Game, p *plan.Part, way state) bool {
	if p.Last().Nobody != plan.OthersDivide {
		return false
	}
	for ; p != nil; p = p.Else {
		if !p.Ranking.Qualifies() && !p.Ranking.SuitsCount() && p.Floor == nil && p.Holding|p.Beats == 0 && !fails(g, p, way) {
			return false
		}
	}
	return true
}

// fails reports whether a scoring function refuses some hands, out of those of a thousand deals.
func fails(g *plan.Game, p *plan.Part, way state) bool {
	if p.Ranking.Description().Score == nil {
		return false
	}
	pack := g.Deck.Append(nil)
	random := hand.NewSource(1, 1)
	for range 1000 {
		for i := range way.hole + way.board {
			j := i + int(random.Below(uint64(len(pack)-i)))
			pack[i], pack[j] = pack[j], pack[i]
		}
		if p.Strength(pack[:way.hole], pack[way.hole:way.hole+way.board]) == 0 {
			return true
		}
	}
	return false
}

// rounds compares the names of rounds that a hook uses with the rounds of the game.
func (c *Checker) rounds(g *plan.Game) {
	from := c.scripts[g.From.Award.Pos.File]
	if g.Award == nil || from == nil || from.File == nil {
		return
	}
	names := map[string]int{}
	for i := range g.Steps {
		if st := &g.Steps[i]; st.Bets() && st.Name != "" && st.Again == 0 {
			names[st.Name]++
		}
	}
	// the arguments of the function that name a round
	line := g.From.Award.Pos.Line
	var out []syntax.Expr
	for _, def := range from.defs {
		if def.Def.Line != line && def.Name.NamePos.Line != line {
			continue
		}
		syntax.Walk(def, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok {
				if arg := roundOf(call); arg != nil {
					out = append(out, arg)
				}
			}
			return true
		})
	}
	for _, arg := range out {
		for _, v := range c.values(from, arg, 0) {
			name, ok := starlark.AsString(v)
			switch {
			case !ok:
			case names[name] == 0:
				c.addAt(start(arg), codeRound, c.suggest(name, slices.Sorted(maps.Keys(names))), fmt.Sprintf("%s has no round of betting named %q", g.Name, name))
			case names[name] > 1:
				c.addAt(start(arg), codeTwoRounds, "give each round its own name", fmt.Sprintf("%s has %d rounds named %q: the last one counts", g.Name, names[name], name))
			}
		}
	}
}

// roundOf returns the argument of a call that names a round, or nil: the second argument of limit_claim(seat, since),
// hand.checked(seat, round) and the like.
func roundOf(call *syntax.CallExpr) syntax.Expr {
	keyword := ""
	switch fn := call.Fn.(type) {
	case *syntax.Ident:
		if fn.Name == "limit_claim" && scope(fn) == resolve.Predeclared {
			keyword = "since"
		}
	case *syntax.DotExpr:
		if fn.Name.Name == "checked" || fn.Name.Name == "called_short" {
			keyword = "round"
		}
	}
	if keyword == "" {
		return nil
	}
	args := argumentsOf(call)
	for _, kw := range args.keywords {
		if id, ok := kw.X.(*syntax.Ident); ok && id.Name == keyword {
			return kw.Y
		}
	}
	if len(args.positional) > 1 {
		return args.positional[1]
	}
	return nil
}

// maxHookSteps is the average number of Starlark steps per call from which a hook is reported. At some 20 million steps a second,
// it makes a million hands take minutes.
const maxHookSteps = 3000

// maxMeasured is the number of hook steps that are enough to measure its cost.
const maxMeasured = 3_000_000

// tableHands is the number of hands played with the minimum and the maximum number of seats, middleHands with each number between
// them: the deck runs out at a full table first.
const (
	tableHands  = 20
	middleHands = 5
)

// table plays the game with every number of seats, with everybody staying in to the end and drawing as many cards as possible:
// the maximum demand on the deck.
func (c *Checker) table(g *plan.Game) {
	stakes, err := g.ParseStakes("")
	if err != nil {
		return
	}
	cost := &meter{byHook: map[diag.Pos]*hookCosts{}}
	c.lib.OnHook(cost.note)
	defer c.lib.OnHook(nil)
	bound, err := g.Bind(stakes)
	if err != nil {
		c.playFault(g, g.Pos, err)
		return
	}
	ranked := &rankedHands{step: rankedSettlement(g)}
	short := c.everyHandCounts(g)
	for seats := g.MinSeats; seats <= g.MaxSeats; seats++ {
		stacks := make([]int64, seats)
		for i := range stacks {
			stacks[i] = 1000 * max(stakes.Big.Lo, stakes.Small.Lo, stakes.BB, stakes.Ante)
		}
		hands, whole := uint64(middleHands), false
		if seats == g.MinSeats || seats == g.MaxSeats {
			hands, whole = tableHands, true
		}
		for n := range hands {
			if cost.steps > maxMeasured {
				break
			}
			var h hand.Hand
			most := enoughActions
			if whole && n == 0 { // it shows that a hand ends, however often cards are dealt again
				most = mostActions
			}
			if err := passive(&h, most, &hand.Setup{Plan: bound, Stacks: stacks, Button: seats - 1, Seed: 1, Number: n, Log: ranked.log(short)}); err != nil {
				c.shortTable(g, &h, seats, err)
				return
			}
			for _, e := range ranked.events.Events {
				if short != nil && e.Kind.Facts().Shows && e.Strength == 0 && e.Step >= 0 && g.Steps[e.Step].Pos == short.Pos {
					c.addAt(short.Pos, codeShowdown, "give every hand its cards on every way through the game, or rank smaller hands too: ranking(…, size = (1, 5))",
						fmt.Sprintf("%s: with %d players a hand of too few cards came to the showdown: it has no %s, and if all are so, they split the pot", g.Name, seats, short.Show.Parts[0].Name))
					short = nil
				}
				o := e.Kind.Facts().Outcome
				ranked.compared = ranked.compared || o == hand.BankCounts
				ranked.found = ranked.found || o != hand.NoOutcome && e.Strength > 0
			}
		}
	}
	if ranked.compared && !ranked.found {
		c.addAt(ranked.step.Pos, codeShowdown, "see which hands the ranking lets qualify, and how many cards they have",
			fmt.Sprintf("%s: no cards that were dealt are a hand of the ranking %s: every hand is alike", g.Name, ranked.step.Settle.Parts[0].Ranking.Name()))
	}
	c.hookCosts(g.Name, cost, 0)
}

// rankedHands looks for hands that a settlement can rank, in the events of rounds.
type rankedHands struct {
	step            *plan.Step // nil for games without such a settlement
	events          hand.Log
	compared, found bool
}

// log returns the log of the next round, nil if nothing is looked for; short is a showdown to which a short hand may come.
func (r *rankedHands) log(short *plan.Step) *hand.Log {
	if short == nil && (r.step == nil || r.found) {
		return nil
	}
	r.events.Events = r.events.Events[:0]
	return &r.events
}

// everyHandCounts returns the showdown, if every hand of enough cards has a strength for its first part, also one that its owner has
// set wrong; nil if not, and if it is
// known to lack cards.
func (c *Checker) everyHandCounts(g *plan.Game) *plan.Step {
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Show == nil || slices.ContainsFunc(c.found, func(f *Finding) bool { return f.Code == codeShowdown && f.Pos == st.Pos }) {
			continue
		}
		if p := &st.Show.Parts[0]; !p.Ranking.Qualifies() && !p.Ranking.SuitsCount() && p.Floor == nil && p.Holding|p.Beats == 0 && p.Hands == 0 && p.Ranking.Description().Score == nil {
			return st
		}
	}
	return nil
}

// rankedSettlement returns a settlement against a bank that ranks hands, nil if there is none.
func rankedSettlement(g *plan.Game) *plan.Step {
	for i := range g.Steps {
		if st := &g.Steps[i]; st.Settle != nil && st.Settle.Points == nil {
			return st
		}
	}
	return nil
}

// hookCosts reports slow hooks. The answers of table rules are cached, so a question counts for all hands to which its answer
// applies.
func (c *Checker) hookCosts(of string, m *meter, hands uint64) {
	for pos, h := range m.byHook {
		mean := h.steps / max(h.times, hands)
		c.costs = append(c.costs, Cost{pos, h.name, mean, h.most})
		if mean <= maxHookSteps {
			continue
		}
		c.addAt(pos, codeHookCost, "compute what does not depend on the hand at top level",
			fmt.Sprintf("%s: %s takes %d steps on average, %d at most (measured %d times): about %d s for a million hands", of, h.name, mean, h.most, h.times, max(1, mean/20)))
	}
}

// Cost is the cost of a script function that hands or tables call.
type Cost struct {
	Pos   diag.Pos
	Name  string
	Steps uint64 // average number of Starlark steps; 20 million take about a second
	Most  uint64 // maximum in one call
}

// Costs returns the costs of the functions that the scripts' games and tables have called so far.
func (c *Checker) Costs() []Cost { return c.costs }

// shortTable reports a hand that could not be played.
func (c *Checker) shortTable(g *plan.Game, h *hand.Hand, seats int, err error) {
	at := g.Pos
	if st := h.Step(); st != nil {
		at = st.Pos
	}
	if strings.Contains(err.Error(), "stub is empty") {
		c.addAt(at, codeStub, fmt.Sprintf("seats = (%d, %d)", g.MinSeats, max(g.MinSeats, seats-1)),
			fmt.Sprintf("%s: with %d seats still in, the cards run out here, and there are no discards to reshuffle", g.Name, seats))
		return
	}
	c.playFault(g, at, err)
}

// playFault reports an error that occurred while a game was played.
func (c *Checker) playFault(g *plan.Game, at diag.Pos, err error) {
	c.addRun(unfinished(g, at, codePlay, err))
}

// unfinished returns the error of a hand that cannot be played to its end, at the script position where it occurred, if there is
// one.
func unfinished(g *plan.Game, at diag.Pos, code string, err error) *diag.Error {
	e := &diag.Error{Pos: at, Code: code, Msg: err.Error()}
	var own *diag.Error
	if errors.As(err, &own) {
		e.Pos, e.Msg, e.Hint, e.Stack = own.Pos, own.Msg, own.Hint, own.Stack
	}
	e.Msg = fmt.Sprintf("%s: a hand cannot be finished: %s", g.Name, e.Msg)
	return e
}

// meter measures the hooks of a game, by position.
type meter struct {
	steps  uint64
	byHook map[diag.Pos]*hookCosts
}

// hookCosts are the costs of the calls of one hook.
type hookCosts struct {
	name               string
	steps, most, times uint64
}

// note records a call.
func (m *meter) note(cost star.HookCost) {
	m.steps += cost.Steps
	h := m.byHook[cost.Pos]
	if h == nil {
		h = &hookCosts{name: cost.Name}
		m.byHook[cost.Pos] = h
	}
	h.steps, h.most, h.times = h.steps+cost.Steps, max(h.most, cost.Steps), h.times+1
}

// mostActions is more than any hand needs, even when everybody checks and the cards are redealt until the antes have taken all
// chips. After enoughActions a hand that goes on shows nothing new.
const (
	mostActions   = 500_000
	enoughActions = 1000
)

// passive plays a hand in which everybody checks or calls, draws and turns up as many cards as possible, and straddles if
// possible, up to a number of actions. A hand of mostActions is an error.
func passive(h *hand.Hand, most int, s *hand.Setup) error {
	err := h.Start(s)
	for n := 0; err == nil; n++ {
		switch n {
		case mostActions:
			return errors.New("it has not ended after 500,000 actions")
		case most:
			return nil
		}
		d, ok := h.Next()
		if !ok {
			return nil
		}
		err = h.Apply(stay(h, &d))
	}
	return err
}

// stay returns an action of a seat that stays in.
func stay(h *hand.Hand, d *hand.Decision) hand.Action {
	switch d.Kind {
	case hand.Chosen:
		a, _ := h.Take(h.Offers()[0].Name, -1)
		return a
	case hand.CardsAsked:
		return h.PickFirst(d.Count)
	}
	a := h.DefaultAction()
	if a.Kind == hand.Fold && d.Options.CanRaise() { // no check without a bet before it
		a = hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: d.Options.MinTo}
	}
	return a
}
