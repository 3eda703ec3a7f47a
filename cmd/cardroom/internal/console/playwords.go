package console

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/docs"
	"cardroom/dsl/sitting"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"

	"cardroom/engine/table"

	"github.com/fatih/color"
)

// playWord is something that may be said besides what a player says.
type playWord struct {
	usage, about string
	do           func(g *played, ctx context.Context, rest []string) error
}

// playWords are these words, in the order in which help lists them.
var playWords []struct {
	name string
	playWord
}

func init() {
	add := func(name, usage, about string, do func(*played, context.Context, []string) error) {
		playWords = append(playWords, struct {
			name string
			playWord
		}{name, playWord{usage, about, do}})
	}
	add("undo", "undo [N]", "take back your last decision, or N of them, also over the end of a hand", (*played).undo)
	add("redo", "redo [N]", "do again what was undone", (*played).redo)
	add("explain", "explain [turn|bet|pot|award]", "why it is so: whose turn, the least and the most, who gets which chips, by which rule", (*played).explain)
	add("odds", "odds [N|exact] [RANGE|SEAT=RANGE ...] [draw POLICY]", "your chances as far as you can see; others may have a range, such as 3=QQ+,AKs; draw best, draw pairs", (*played).odds)
	add("event", "event [KIND ...]", "something irregular happens and the floor rules; alone: what can happen now", (*played).possible)
	add("log", "log", "the hand so far", (*played).log)
	add("look", "look", "the table as it stands", (*played).lookAgain)
	add("rules", "rules [all]", "the rule that is being played, or the whole sheet", (*played).rules)
	add("games", "games", "the games that the button may name", (*played).listGames)
	add("choose", "choose GAME", "name the game of the next hand", (*played).choose)
	add("chips", "chips [AMOUNT]", "between hands: buy chips", (*played).buy)
	add("sit", "sit out", "between hands: be left out until you return", (*played).sitOut)
	add("return", "return", "between hands: sit in again", (*played).comeBack)
	add("seed", "seed", "what plays this game again", (*played).seed)
	add("help", "help", "this list", (*played).help)
	add("quit", "quit", "leave; nothing is lost", (*played).quit)
}

// aliases of play's words.
var playAliases = map[string]string{"u": "undo", "why": "explain", "table": "look", "screen": "look", "exit": "quit", "bye": "quit", "q": "quit", "?": "help", "h": "help"}

func playWordOf(name string) *playWord {
	if full, ok := playAliases[name]; ok {
		name = full
	}
	for i := range playWords {
		if playWords[i].name == name {
			return &playWords[i].playWord
		}
	}
	return nil
}

// do does what a line says.
func (g *played) do(ctx context.Context, line string) error {
	words := strings.Fields(strings.ToLower(line))
	switch {
	case strings.HasPrefix(line, "#"):
		return nil
	case len(words) == 0:
		return g.goOn()
	case len(words[0]) > 60:
		return &sitting.Refused{Reason: "nobody says such a thing", Remedy: `"help" lists what may be said`}
	}
	if g.offered(line) {
		return g.act(line)
	}
	if words[0] == "event" && len(words) > 1 && g.hand != nil {
		return g.act(line) // as it is typed: cards have capitals
	}
	if words[0] == "odds" {
		return g.odds(ctx, strings.Fields(line)[1:]) // as it is typed: ranges have capitals
	}
	if w := playWordOf(words[0]); w != nil {
		return w.do(g, ctx, words[1:])
	}
	switch {
	case g.hand == nil && words[0] == "buy":
		return g.buy(ctx, words[1:])
	case g.hand == nil && g.wants() == "game":
		return g.choose(ctx, words)
	case g.hand == nil:
		return g.unknown(words[0])
	case (words[0] == "deal" || words[0] == "next") && g.hand.Pending() == nil:
		return g.goOn()
	case words[0] == "deal" && g.dealing():
		return g.dealOn()
	}
	return g.act(line)
}

// offered reports whether a line takes up what a game offers in words of its own:
// to sit out a round is not to sit out.
func (g *played) offered(line string) bool {
	if g.hand == nil || g.hand.Pending() == nil || g.hand.Pending().Kind != hand.Chosen || g.hand.State().Choice() != nil {
		return false
	}
	_, err := g.hand.Read(line)
	return err == nil
}

// unknown is a word that means nothing here.
func (g *played) unknown(word string) error {
	var names []string
	for _, w := range playWords {
		names = append(names, w.name)
	}
	r := &sitting.Refused{Reason: fmt.Sprintf("%q means nothing here", word), Remedy: `"help" lists what may be said`}
	if near := diag.Meant(word, names); near != "" {
		r.Remedy = fmt.Sprintf("did you mean %q?", near)
	}
	return r
}

// act is what a player says.
func (g *played) act(line string) error {
	if g.hand.Pending() == nil {
		if g.unsaid(line) {
			return g.unknown(strings.Fields(line)[0])
		}
		return &sitting.Refused{Reason: "the hand is over", Remedy: "an empty line deals the next, undo goes back"}
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

// sayings are what the players say in this game, or at this moment.
func (g *played) sayings() []string {
	if g.hand == nil {
		return sitting.Sayings()
	}
	return g.hand.Sayings()
}

// unsaid reports whether no player says such a thing.
func (g *played) unsaid(line string) bool {
	return !slices.ContainsFunc(g.sayings(), func(s string) bool {
		first, _, _ := strings.Cut(s, " ")
		return first == strings.ToLower(strings.Fields(line)[0])
	})
}

// goOn is an empty line: the next hand, or another look.
func (g *played) goOn() error {
	switch {
	case g.hand != nil && g.hand.Pending() == nil:
		return g.finish()
	case g.hand != nil && g.dealing():
		g.dirty, g.later = true, nil
		_, err := g.hand.Do(hand.Action{Kind: hand.GoOn, Seat: -1})
		return err
	}
	return g.lookAgain(context.Background(), nil)
}

// dealing reports whether the hand waits for the dealer.
func (g *played) dealing() bool {
	d := g.hand.Pending()
	return d != nil && d.Kind == hand.DealerGoesOn
}

// dealOn deals until a player is asked.
func (g *played) dealOn() error {
	for g.dealing() {
		if err := g.goOn(); err != nil {
			return err
		}
	}
	return nil
}

// possible lists what irregular things can happen now.
func (g *played) possible(context.Context, []string) error {
	if err := g.needsHand(); err != nil {
		return err
	}
	groups := g.hand.PossibleGroups()
	if len(groups) == 0 {
		return &sitting.Refused{Reason: "nothing irregular can happen now"}
	}
	for _, group := range groups {
		g.std.Stdout.Printf("%s\n", g.std.Stdout.Paint(group.Name, color.Bold))
		for _, kind := range group.Kinds {
			line := fmt.Sprintf("  %s: %s", kind, plan.IncidentNamed(kind).Spec().Doc)
			for _, line := range sitting.Fold(line, g.columns()) {
				g.std.Stdout.Printf("%s\n", line)
			}
		}
	}
	return nil
}

// number is an argument that says how many, 1 without one.
func number(rest []string) (int, error) {
	if len(rest) == 0 {
		return 1, nil
	}
	n, err := strconv.Atoi(rest[0])
	if err != nil || n < 1 || len(rest) > 1 {
		return 0, &sitting.Refused{Reason: fmt.Sprintf("%q is not a number of decisions", strings.Join(rest, " "))}
	}
	return n, nil
}

// needsHand is the refusal of what only a hand has.
func (g *played) needsHand() error {
	if g.hand == nil {
		return &sitting.Refused{Reason: "no hand is being played"}
	}
	return nil
}

// asksPerson reports whether a person is asked in the present state.
func (g *played) asksPerson() bool {
	d := g.hand.Pending()
	return d != nil && (d.Seat < 0 || g.human(g.playerOf(int(d.Seat))))
}

// undo steps back to the person's decision before, over what the policies did,
// and from the first of a hand to the end of the hand before.
func (g *played) undo(_ context.Context, rest []string) error {
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
	g.moved()
	return nil
}

// decisionBefore goes back to the decision of a person before, if the hand has
// one.
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

// redo steps forward to the next decision of a person, or to the end, and from
// there to the next hand.
func (g *played) redo(_ context.Context, rest []string) error {
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
			if err := g.forth(); err != nil {
				return err
			}
		case k == 0:
			return &sitting.Refused{Reason: "there is nothing to do again"}
		}
	}
	g.dirty = true
	return nil
}

// moved notes that the hand has gone back: what was undone is told again when it
// happens again, and the table is shown.
func (g *played) moved() {
	g.dirty = true
	for seat, told := range g.told {
		g.told[seat] = min(told, g.hand.At())
	}
	if d := g.hand.Pending(); d == nil || int(d.Seat) == g.viewer {
		g.std.Stdout.Printf("%s", g.hand.Screen(g.view()))
	}
}

func (g *played) explain(_ context.Context, rest []string) error {
	if err := g.needsHand(); err != nil {
		return err
	}
	reasons, err := g.hand.Explain(g.view(), strings.Join(rest, " "))
	if err != nil {
		return err
	}
	g.printReasons(g.std.Stdout, reasons)
	return nil
}

// printReasons prints reasons one after the other.
func (g *played) printReasons(w io.Writer, reasons []sitting.Reason) {
	for i := range reasons {
		for _, line := range reasons[i].Lines(g.columns()) {
			_, _ = fmt.Fprintln(w, line)
		}
	}
}

func (g *played) odds(ctx context.Context, rest []string) error {
	if err := g.needsHand(); err != nil {
		return err
	}
	ask, err := sitting.ReadOdds(rest, g.view())
	if err != nil {
		return err
	}
	e := ask.Effort(odds.Effort{Seed: uint64(g.opts.Seed), Enough: 500_000, Samples: 100_000, Workers: g.std.CPUs})
	o, err := g.hand.OddsWith(ctx, g.view(), e, ask)
	if err != nil {
		return err
	}
	for _, line := range o.Lines(g.view()) {
		g.std.Stdout.Printf("%s\n", line)
	}
	return nil
}

func (g *played) log(context.Context, []string) error {
	if err := g.needsHand(); err != nil {
		return err
	}
	g.hand.Log(g.std.Stdout, g.view(), -1)
	return nil
}

func (g *played) lookAgain(context.Context, []string) error {
	if g.hand == nil {
		g.chipsWords()
		if g.wants() == "game" {
			return g.listGames(context.Background(), nil)
		}
		return nil
	}
	g.std.Stdout.Printf("%s", g.hand.Screen(g.view()))
	return nil
}

// chipsWords are the seats between two hands.
func (g *played) chipsWords() {
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
		g.std.Stdout.Printf("  place %d  %s  %s%s\n", k+1, g.called(s.Player), plan.Money(s.Stack, g.scale()), who)
	}
}

// rules prints the rule that is being played, or the sheet of the game.
func (g *played) rules(_ context.Context, rest []string) error {
	if err := g.needsHand(); err != nil {
		return err
	}
	b := g.hand.State().Plan()
	all := len(rest) > 0 && rest[0] == "all"
	if d := g.hand.Pending(); d != nil && !all {
		r := docs.Step(b, int(d.Step))
		g.printReasons(g.std.Stdout, []sitting.Reason{{Text: r.Number + ". " + r.Text, Clauses: r.Clauses, At: r.At}})
		return nil
	}
	for _, s := range docs.New(b, nil).Sections {
		g.std.Stdout.Printf("%s\n", s.Title)
		for _, r := range s.Rules {
			g.printReasons(g.std.Stdout, []sitting.Reason{{Text: strings.TrimPrefix(r.Number+". ", ". ") + r.Text}})
		}
	}
	return nil
}

func (g *played) listGames(context.Context, []string) error {
	for i := range g.cfg.Games {
		b := g.cfg.Games[i].Plan
		g.std.Stdout.Printf("  %2d  %s  %s\n", i+1, b.Game.ID, b.Game.Name)
	}
	return nil
}

// choose names the game of the next hand, by number, id or name.
func (g *played) choose(_ context.Context, rest []string) error {
	if g.hand != nil || g.wants() != "game" {
		return &sitting.Refused{Reason: "no game is to be named now"}
	}
	name := strings.Join(rest, " ")
	var ids []string
	for i := range g.cfg.Games {
		game := g.cfg.Games[i].Plan.Game
		_, short, _ := strings.Cut(game.ID, "/")
		if n, err := strconv.Atoi(name); err == nil && n == i+1 || name == game.ID || name == short || strings.EqualFold(name, game.Name) {
			if err := g.table.Apply(table.Event{Kind: table.Choose, Player: g.table.Chooser(), Seat: -1, Game: int16(i)}); err != nil {
				return err
			}
			g.dirty = true
			return g.dealNext()
		}
		ids = append(ids, short)
	}
	r := &sitting.Refused{Reason: fmt.Sprintf("no game here is called %q", name), Remedy: "the games are " + strings.Join(ids, ", ")}
	if near := diag.Nearest(name, ids); near != "" {
		r.Remedy = fmt.Sprintf("did you mean %q?", near)
	}
	return r
}

// person is the player that words between hands are about: the one without
// chips, or the one who plays.
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

// between applies an event of a person between hands. A hand that is over is
// finished first.
func (g *played) between(e table.Event) error {
	switch {
	case g.hand == nil:
	case g.hand.Pending() == nil:
		if err := g.finish(); err != nil {
			return err
		}
	default:
		return &sitting.Refused{Reason: "that waits until the hand is over"}
	}
	e.Player, e.Seat = g.person(), -1
	if err := g.table.Apply(e); err != nil {
		return err
	}
	g.dirty = true
	return nil
}

func (g *played) buy(_ context.Context, rest []string) error {
	amount := g.buyIn()
	if len(rest) > 0 {
		cents, err := plan.ParseMoney(strings.TrimPrefix(rest[0], "$"))
		if err != nil {
			return &sitting.Refused{Reason: fmt.Sprintf("%q is not an amount", rest[0])}
		}
		amount = cents * g.scale() / plan.Cents
	}
	return g.between(table.Event{Kind: table.Buy, Amount: amount})
}

func (g *played) sitOut(_ context.Context, rest []string) error {
	if len(rest) != 1 || rest[0] != "out" {
		return &sitting.Refused{Reason: "sit out?"}
	}
	return g.between(table.Event{Kind: table.SitOut})
}

func (g *played) comeBack(context.Context, []string) error {
	return g.between(table.Event{Kind: table.Return})
}

func (g *played) seed(context.Context, []string) error {
	g.std.Stdout.Printf("seed %d, hand %d\n", g.opts.Seed, g.table.Hands())
	return nil
}

func (g *played) help(context.Context, []string) error {
	g.say("What players say: " + strings.Join(sitting.Sayings(g.games()...), ", "))
	g.say("Besides:")
	for _, p := range playWords {
		line := fmt.Sprintf("  %-28s %s", p.usage, p.about)
		if g.columns() < 60 {
			line = "  " + p.usage + ": " + p.about
		}
		g.say(line)
	}
	return nil
}

// games are those of the table.
func (g *played) games() (out []*plan.Game) {
	for i := range g.cfg.Games {
		out = append(out, g.cfg.Games[i].Plan.Game)
	}
	return out
}

func (g *played) quit(context.Context, []string) error {
	g.left = true
	return nil
}

// complete is what may follow what has been typed.
func (g *played) complete(typed string) []string {
	var out []string
	if g.hand != nil && g.hand.Pending() != nil && g.asksPerson() {
		out = g.hand.Complete(typed)
	}
	if g.hand != nil && strings.HasPrefix(typed, "event ") {
		for _, kind := range g.hand.Possible() {
			out = append(out, "event "+kind)
		}
	}
	if g.hand == nil && g.wants() == "game" {
		for i := range g.cfg.Games {
			_, short, _ := strings.Cut(g.cfg.Games[i].Plan.Game.ID, "/")
			out = append(out, short)
		}
	}
	if strings.HasPrefix(typed, "explain ") {
		for _, t := range sitting.Topics {
			out = append(out, "explain "+t)
		}
	}
	for _, w := range playWords {
		out = append(out, w.name)
	}
	return slices.DeleteFunc(out, func(s string) bool {
		return !strings.HasPrefix(s, strings.ToLower(typed)) || typed == "" && playWordOf(s) != nil
	})
}
