package console

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/docs"
	"cardroom/dsl/live"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
	"cardroom/engine/table"

	"github.com/fatih/color"
)

// playWords are the commands of play other than a player's actions, in the order of
// the help.
var playWords live.Commands[*played]

func init() {
	playWords = live.Commands[*played]{
		{Name: "undo", Aliases: []string{"u"}, About: "take back your last decision, or N of them, back into earlier hands too", Do: (*played).undo},
		{Name: "redo", Do: (*played).redo},
		{Name: "explain", Aliases: []string{"why"}, About: "whose turn it is, how much you may bet, who won what, and the rule for it; explain code shows the script"},
		{Name: "odds", About: "your chances from what you can see; give others a range, such as 3=QQ+,AKs; draw best, draw pairs"},
		{Name: "event", Do: (*played).possible, Complete: (*played).incidents},
		{Name: "log"},
		{Name: "look", Aliases: []string{"table", "screen"}, Do: (*played).lookAgain},
		{Name: "rules", Args: "[all]", About: "the rule that is being played, or the whole sheet", Do: (*played).rules},
		{Name: "games", About: "the games that the button may name", Do: (*played).listGames},
		{Name: "choose", Args: "GAME", About: "name the game of the next hand", Do: (*played).choose},
		{Name: "chips", Args: "[AMOUNT]", About: "between hands: buy chips", Do: (*played).buy},
		{Name: "sit", Args: "out", About: "between hands: be left out until you return", Do: (*played).sitOut},
		{Name: "return", About: "between hands: sit in again", Do: (*played).comeBack},
		{Name: "hints", Args: "[on|off]", About: "advice for newcomers before you act; remembered", Do: (*played).setHints},
		{Name: "four-colour", Aliases: []string{"four-color"}, Args: "[on|off]", About: "clubs green and diamonds blue; remembered", Do: (*played).setFourColours},
		{Name: "seed", About: "the number that replays this game", Do: (*played).seed},
		{Name: "help", Aliases: []string{"?", "h"}, About: "this list", Do: (*played).help},
		{Name: "quit", Aliases: []string{"exit", "bye", "q"}, About: "leave; the game is saved", Do: (*played).quit},
	}.On(live.AtTable((*played).atDesk))
}

// longWords are the commands whose answers may be longer than the screen: they go through the pager.
var longWords = []string{"help", "log", "rules"}

// atDesk returns the current hand with the view of the seat on screen.
func (g *played) atDesk() (*live.Desk, error) {
	if err := g.needsHand(); err != nil {
		return nil, err
	}
	d := &live.Desk{
		Hand: g.hand, View: g.view(), Out: g.std.Stdout, Spoken: true,
		Effort: odds.Effort{Seed: uint64(g.opts.Seed), Enough: 500_000, Samples: 100_000, Workers: g.std.CPUs},
	}
	if g.bar != nil {
		d.Out, d.Effort.Drawn = g.bar.Over(), g.bar.Done.Store
	}
	return d, nil
}

// do carries out a line.
func (g *played) do(ctx context.Context, line string) error {
	line = g.completed(line)
	words := strings.Fields(strings.ToLower(line))
	switch {
	case strings.HasPrefix(line, "#"):
		return nil
	case len(words) == 0:
		return g.goOn()
	case len(words[0]) > 60:
		return diag.Refuse("not understood", `type "help" for a list`)
	}
	if g.asksHowMuch(line) {
		return nil
	}
	if g.offered(line) {
		return g.act(line)
	}
	if words[0] == "event" && len(words) > 1 && g.hand != nil {
		return g.act(line) // as typed, because cards have capitals
	}
	if c := playWords.Find(words[0]); c != nil {
		rest := words[1:]
		if c.AsTyped {
			rest = strings.Fields(line)[1:]
		}
		if slices.Contains(longWords, c.Name) {
			defer g.std.Paged(ctx)()
		}
		if c.Name == "odds" { // the best draws take seconds
			g.bar = g.std.StartProgress("deals", 0)
			defer func() {
				g.bar.Stop()
				g.bar = nil
			}()
		}
		return c.Do(g, ctx, strings.Join(rest, " "))
	}
	switch {
	case g.hand == nil && words[0] == "buy":
		return g.buy(ctx, strings.Join(words[1:], " "))
	case g.hand == nil && g.wants() == "game":
		return g.choose(ctx, strings.Join(words, " "))
	case g.hand == nil:
		return g.unknown(words[0])
	case (words[0] == "deal" || words[0] == "next") && g.hand.Pending() == nil:
		return g.goOn()
	case words[0] == "deal" && g.dealing():
		// Deal until a player must act
		for g.dealing() {
			if err := g.goOn(); err != nil {
				return err
			}
		}
		return nil
	}
	return g.act(line)
}

// offered reports whether a line is one of the game's own choices: sitting out a round
// is not the command "sit out".
func (g *played) offered(line string) bool {
	if g.hand == nil || g.hand.State().Choice() == nil || !g.hand.State().Choice().OwnWords {
		return false
	}
	_, err := g.hand.Read(line)
	return err == nil
}

// unknown returns the error for an unknown word.
func (g *played) unknown(word string) error {
	r := diag.Refuse(fmt.Sprintf("%q is not a command or an action", word), `type "help" for a list`)
	if near := diag.Meant(word, playWords.Names("")); near != "" {
		r.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	return r
}

// act carries out a player's action.
func (g *played) act(line string) error {
	if g.hand.Pending() == nil {
		sayings := live.Sayings()
		if g.hand != nil {
			sayings = g.hand.Sayings()
		}
		if !slices.ContainsFunc(sayings, func(s string) bool {
			first, _, _ := strings.Cut(s, " ")
			return strings.EqualFold(first, strings.Fields(line)[0])
		}) {
			return g.unknown(strings.Fields(line)[0])
		}
		return diag.Refuse("the hand is over", "press Enter to deal the next one, or type undo")
	}
	words, err := g.hand.ActFor(g.view(), line)
	if err != nil {
		return err
	}
	g.dirty, g.later = true, nil
	if typed := strings.ToLower(strings.Join(strings.Fields(line), " ")); g.std.Verbose || strings.HasPrefix(typed, "draw ") || strings.HasPrefix(typed, "keep ") {
		g.std.Note("%s", words)
	}
	return nil
}

// goOn handles an empty line: it deals the next hand, or shows the table again.
func (g *played) goOn() error {
	switch {
	case g.hand != nil && g.hand.Pending() == nil:
		return g.finish()
	case g.hand != nil && g.dealing():
		g.dirty, g.later = true, nil
		_, err := g.hand.Do(hand.Action{Kind: hand.GoOn, Seat: -1})
		return err
	}
	return g.lookAgain(context.Background(), "")
}

// dealing reports whether the hand waits for the dealer.
func (g *played) dealing() bool {
	d := g.hand.Pending()
	return d != nil && d.Kind == hand.DealerGoesOn
}

// possible lists the irregularities that can happen now.
func (g *played) possible(context.Context, string) error {
	if err := g.needsHand(); err != nil {
		return err
	}
	groups := g.hand.PossibleGroups()
	if len(groups) == 0 {
		return diag.Refuse("no irregularity can happen now", "")
	}
	for _, group := range groups {
		g.std.Stdout.Printf("%s\n", g.std.Stdout.Paint(group.Name, color.Bold))
		for _, kind := range group.Kinds {
			line := fmt.Sprintf("  %s: %s", kind, plan.IncidentNamed(kind).Spec().Doc)
			for _, line := range live.Fold(line, g.columns()) {
				g.std.Stdout.Printf("%s\n", line)
			}
		}
	}
	return nil
}

// incidents returns the kinds of irregularities that can happen now.
func (g *played) incidents(string) []string {
	if g.hand == nil {
		return nil
	}
	return g.hand.Possible()
}

// number parses a count; the default is 1.
func number(rest string) (int, error) {
	if rest == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return 0, diag.Refuse(fmt.Sprintf("%q is not a number of decisions", rest), "")
	}
	return n, nil
}

// needsHand returns an error if no hand is in progress.
func (g *played) needsHand() error {
	if g.hand == nil {
		return diag.Refuse("no hand is in progress", "")
	}
	return nil
}

// asksPerson reports whether a person or the dealer must act now. A person who has only one answer, which costs nothing, is
// not asked.
func (g *played) asksPerson() bool {
	d := g.hand.Pending()
	if d == nil || d.Seat < 0 {
		return d != nil
	}
	_, only := g.hand.State().Only()
	return !only && g.human(g.playerOf(int(d.Seat)))
}

// undo returns to the person's previous decision, across the actions of policies, and
// from the first decision of a hand to the end of the previous hand.
func (g *played) undo(_ context.Context, rest string) error {
	n, err := number(rest)
	if err != nil {
		return err
	}
	for k := range n {
		if g.hand != nil && g.decisionBefore() {
			continue
		}
		if err := g.back(); err != nil && k == 0 {
			return err
		} else if err != nil {
			break
		}
	}
	// Undone actions are shown again when they happen again
	g.dirty = true
	for seat, told := range g.told {
		g.told[seat] = min(told, g.hand.At())
	}
	if d := g.hand.Pending(); d == nil || int(d.Seat) == g.viewer {
		g.std.Stdout.Printf("%s", g.hand.Screen(g.view()))
	}
	return nil
}

// decisionBefore returns to the person's previous decision in this hand, and reports
// whether there is one.
func (g *played) decisionBefore() bool {
	at := g.hand.At()
	for g.hand.Undo(1) == 1 {
		if g.asksPerson() {
			return true
		}
	}
	_ = g.hand.Goto(at)
	return false
}

// redo goes forward to the person's next decision, then to the end of the hand, then
// to the next hand.
func (g *played) redo(_ context.Context, rest string) error {
	n, err := number(rest)
	if err != nil {
		return err
	}
	if err := g.needsHand(); err != nil {
		return err
	}
	for k := range n {
		at := g.hand.At()
		for g.hand.Redo(1) == 1 && !g.asksPerson() {
		}
		switch {
		case g.hand.At() > at:
		case g.hand.Pending() == nil && len(g.later) > 0:
			// Deal the next undone hand again and stop at a person's first decision.
			p := g.later[len(g.later)-1]
			later := g.later[:len(g.later)-1]
			if err := g.finish(); err != nil {
				return err
			}
			if err := g.lay(&p); err != nil {
				return err
			}
			g.later = later
			_ = g.hand.Goto(0)
			for !g.asksPerson() && g.hand.Redo(1) == 1 {
			}
			g.head()
		case k == 0:
			return diag.Refuse("nothing to redo", "")
		}
	}
	g.dirty = true
	return nil
}

func (g *played) lookAgain(context.Context, string) error {
	if g.hand == nil {
		for k := range g.cfg.MaxSeats {
			s := g.table.Seat(k)
			if s.Player == 0 {
				continue
			}
			who := ""
			if g.human(s.Player) && !g.opts.HotSeat {
				who = "  you"
			}
			if s.Away {
				who += "  sits out"
			}
			g.std.Stdout.Printf("  place %d  %s  %s%s\n", k+1, g.called(s.Player), g.stakes().Price(s.Stack), who)
		}
		if g.wants() == "game" {
			return g.listGames(context.Background(), "")
		}
		return nil
	}
	g.std.Stdout.Printf("%s", g.hand.Screen(g.view()))
	return nil
}

// rules prints the current rule, or the game's rule sheet.
func (g *played) rules(_ context.Context, rest string) error {
	if err := g.needsHand(); err != nil {
		return err
	}
	b := g.hand.State().Plan()
	all := strings.HasPrefix(rest+" ", "all ")
	if d := g.hand.Pending(); d != nil && !all {
		r := docs.Step(b, int(d.Step))
		live.PrintReasons(g.std.Stdout, []live.Reason{{Text: r.Number + ". " + r.Text, Clauses: r.Clauses, At: r.At}}, g.columns(), false)
		return nil
	}
	for _, s := range docs.New(b, nil).Sections {
		g.std.Stdout.Printf("%s\n", s.Title)
		for _, r := range s.Rules {
			live.PrintReasons(g.std.Stdout, []live.Reason{{Text: strings.TrimPrefix(r.Number+". ", ". ") + r.Text}}, g.columns(), false)
		}
	}
	return nil
}

func (g *played) listGames(context.Context, string) error {
	for i := range g.cfg.Games {
		b := g.cfg.Games[i].Plan
		g.std.Stdout.Printf("  %2d  %s  %s\n", i+1, b.Game.ID, b.Game.Name)
	}
	return nil
}

// choose picks the game of the next hand, by number, id or name.
func (g *played) choose(_ context.Context, rest string) error {
	if g.hand != nil || g.wants() != "game" {
		return diag.Refuse("you cannot name a game now", "")
	}
	var ids []string
	for i := range g.cfg.Games {
		game := g.cfg.Games[i].Plan.Game
		_, short, _ := strings.Cut(game.ID, "/")
		if n, err := strconv.Atoi(rest); err == nil && n == i+1 || rest == game.ID || rest == short || strings.EqualFold(rest, game.Name) {
			if err := g.table.Apply(table.Event{Kind: table.Choose, Player: g.table.Chooser(), Seat: -1, Game: int16(i)}); err != nil {
				return err
			}
			g.dirty = true
			return g.dealNext()
		}
		ids = append(ids, short)
	}
	r := diag.Refuse(fmt.Sprintf("no game here is called %q", rest), "the games are "+strings.Join(ids, ", "))
	if near := diag.Nearest(rest, ids); near != "" {
		r.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	return r
}

// person returns the player that commands between hands apply to: the person without
// chips, or else the first person.
func (g *played) person() table.Player {
	var first table.Player
	for k := range g.cfg.MaxSeats {
		s := g.table.Seat(k)
		if !g.human(s.Player) {
			continue
		}
		if s.Stack == 0 && !s.Away {
			return s.Player
		}
		if first == 0 {
			first = s.Player
		}
	}
	return first
}

// between applies a person's table event between hands. It finishes a completed hand
// first.
func (g *played) between(e table.Event) error {
	switch {
	case g.hand == nil:
	case g.hand.Pending() == nil:
		if err := g.finish(); err != nil {
			return err
		}
	default:
		return diag.Refuse("you can do that only between hands", "")
	}
	e.Player, e.Seat = g.person(), -1
	if err := g.table.Apply(e); err != nil {
		return err
	}
	g.dirty = true
	return nil
}

func (g *played) buy(_ context.Context, rest string) error {
	amount := g.table.BuyIn(g.stack)
	if n, ok := speech.Number(strings.Fields(rest)); ok {
		amount = n * g.stakes().Scale
	} else if word, _, _ := strings.Cut(rest, " "); word != "" {
		cents, err := g.stakes().ReadMoney(word)
		if err != nil {
			return diag.Refuse(fmt.Sprintf("%q is not an amount", word), "")
		}
		amount = cents * g.stakes().Scale / plan.Cents
	}
	return g.between(table.Event{Kind: table.Buy, Amount: amount})
}

func (g *played) sitOut(_ context.Context, rest string) error {
	if rest != "out" {
		return diag.Refuse("sit out?", "")
	}
	return g.between(table.Event{Kind: table.SitOut})
}

func (g *played) comeBack(context.Context, string) error {
	return g.between(table.Event{Kind: table.Return})
}

func (g *played) seed(context.Context, string) error {
	g.std.Stdout.Printf("seed %d, hand %d\n", g.opts.Seed, g.table.Hands())
	return nil
}

func (g *played) help(context.Context, string) error {
	var games []*plan.Game
	for i := range g.cfg.Games {
		games = append(games, g.cfg.Games[i].Plan.Game)
	}
	g.say("What players say: " + strings.Join(live.Sayings(games...), ", "))
	g.say("Commands:")
	for _, c := range playWords {
		g.std.Stdout.Printf("  %s\n      %s\n", report.Folded(c.Usage(), g.std.Stdout, 4), report.Folded(c.About, g.std.Stdout, 6))
	}
	return nil
}

func (g *played) quit(context.Context, string) error {
	g.left = true
	return nil
}

// complete returns possible completions of a typed line.
func (g *played) complete(typed string) []string {
	var out []string
	if g.hand != nil && g.hand.Pending() != nil && g.asksPerson() {
		out = g.hand.Complete(typed)
	}
	if g.hand == nil && g.wants() == "game" {
		for i := range g.cfg.Games {
			_, short, _ := strings.Cut(g.cfg.Games[i].Plan.Game.ID, "/")
			out = append(out, short)
		}
	}
	if word, arg, begun := strings.Cut(typed, " "); begun {
		if c := playWords.Find(word); c != nil && c.Complete != nil {
			for _, rest := range c.Complete(g, arg) {
				out = append(out, word+" "+rest)
			}
		}
	}
	out = append(out, playWords.Names("")...)
	return slices.DeleteFunc(out, func(s string) bool {
		return !strings.HasPrefix(s, strings.ToLower(typed)) || typed == "" && playWords.Find(s) != nil
	})
}

// Help for newcomers: hints before they act, a question for the amount of a bet that
// they leave out, and their winnings at the end.

// hint prints a hint that may help a newcomer with the next line. Most hints are shown
// once.
func (g *played) hint() {
	if g.settings.NoHints || !g.std.Stdin.Terminal || g.hand == nil || g.begun != "" {
		return
	}
	key, text := g.advice()
	if text == "" || g.hinted[key] {
		return
	}
	if len(g.hinted) == 0 {
		text += " (hints off ends these hints)"
	}
	g.hinted[key] = true
	for _, line := range live.Fold("hint: "+text, g.columns()) {
		g.std.Stdout.Printf("%s\n", g.std.Stdout.Paint(line, color.Faint))
	}
}

// advice returns the hint for the current situation, and a key that identifies it.
func (g *played) advice() (key, text string) {
	d, h := g.hand.Pending(), g.hand.State()
	switch {
	case d == nil:
		return "over", `undo takes back your last decision, even now`
	case d.Seat < 0:
		return "", ""
	case d.Kind == hand.CardsAsked && h.Question().Draws():
		return "draw", `"draw 2" throws two cards that you can spare, "draw 7c 2d" these two; "stand pat" keeps all`
	case d.Kind == hand.Chosen:
		return "choice " + strings.Join(speech.Offered(h), " "), `explain says what you are asked, and rules what each choice does`
	case d.Kind == hand.Wager && d.Options.Call > 0:
		pot := h.WholePot()
		with := pot + d.Options.Call
		return fmt.Sprint("call ", g.table.Hands(), g.hand.At()), fmt.Sprintf("you call %s to win %s: that pays if you win %s of the time; odds shows your chances",
			g.stakes().Price(d.Options.Call), g.stakes().Price(pot), term.Percent(d.Options.Call, with))
	case d.Kind == hand.Wager && d.Options.CanCheck:
		return "check", `"check" costs nothing; whoever bets asks the others to pay`
	case d.BringIn > 0:
		return "bring-in", `you must bring it in: "bring in" is the least, "complete" makes it a full bet`
	}
	return "", ""
}

// bounds returns the minimum and maximum of a bet that is typed as one word; ok is
// false unless there is a choice of amounts.
func (g *played) bounds(word string) (least, most int64, ok bool) {
	d := g.hand.Pending()
	if d == nil {
		return 0, 0, false
	}
	for _, o := range g.hand.State().Offers() {
		if strings.EqualFold(o.Name, word) && o.Takes() && !o.Fixed && o.Max > o.Min {
			return o.Min, o.Max, true
		}
	}
	if d.Kind == hand.Wager && (word == "bet" || word == "raise") && d.Options.MaxTo > d.Options.MinTo {
		return d.Options.MinTo, d.Options.MaxTo, true
	}
	return 0, 0, false
}

// asksHowMuch asks for the amount of a bet that was typed without one. It does not ask
// in a pipe, where nobody can answer.
func (g *played) asksHowMuch(line string) bool {
	if !g.std.Stdin.Terminal || g.hand == nil || !g.asksPerson() {
		return false
	}
	word := strings.ToLower(line)
	if full := map[string]string{"b": "bet", "r": "raise"}[word]; full != "" {
		word = full
	}
	if _, _, ok := g.bounds(word); !ok {
		return false
	}
	g.begun = word
	return true
}

// completed adds the pending bet to a line that gives its amount; any other line drops
// the bet.
func (g *played) completed(line string) string {
	word := g.begun
	g.begun = ""
	if word == "" || g.hand == nil {
		return line
	}
	least, most, ok := g.bounds(word)
	words := strings.Fields(strings.ToLower(line))
	if !ok || len(words) == 0 {
		return line
	}
	_, bad := g.stakes().ReadMoney(words[0])
	switch first := words[0]; {
	case first == "min":
		return word + " " + plan.Money(least, g.stakes().Scale)
	case first == "max":
		return word + " " + plan.Money(most, g.stakes().Scale)
	case unicode.IsDigit(rune(first[0])) || bad == nil || first == "to" || first == "by" || first == "pot" || first == "half" || first == "all":
		return word + " " + line
	}
	if _, is := speech.Number(words); is {
		return word + " " + line
	}
	return line
}

// net returns what the person has won in the current hand.
func (g *played) net() int64 {
	for seat := range g.deal.Seats {
		if p := g.playerOf(seat); p != 0 && int(p) == g.opts.You {
			return g.hand.State().Net(seat)
		}
	}
	return 0
}

// tellNet prints the person's winnings at the end.
func (g *played) tellNet() {
	if g.opts.HotSeat {
		return
	}
	last, total, hands := g.table.Hands(), int64(0), int64(0)
	if g.hand != nil {
		last--
		if g.hand.Pending() == nil {
			total, hands = g.net(), 1
		}
	}
	for n, net := range g.nets {
		if n <= last {
			total, hands = total+net, hands+1
		}
	}
	in := "in " + term.Counted(hands, "hand")
	switch money := g.stakes().Price(max(total, -total)); {
	case hands == 0:
	case total > 0:
		g.std.Note("you won %s %s", money, in)
	case total < 0:
		g.std.Note("you lost %s %s", money, in)
	default:
		g.std.Note("you broke even %s", in)
	}
}
