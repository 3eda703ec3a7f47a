package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/live"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	"cardroom/engine/speech"
)

// desk is the current table: a game with its stakes, and the hand in progress.
// The user sees all cards unless they select a seat's view.
type desk struct {
	name string // of the game, as the user gave it
	Table
	floor bool // cards are dealt one by one

	notPaid string // the collections that the last hand did not pay, as they were told

	small *Small // the small game of the hand, nil for the full game
	hand  *live.Hand
	seed  uint64
	seat  int // the viewer: live.AllCards, or a seat
	forks []*live.Hand
	fork  int // index of the current hand in forks
}

func tableCommands() []*command {
	return []*command{
		{
			Name: "table", Args: "[GAME] [seats N] [stakes S] [stack N] [size SIZE] [floor on|off]", Group: groupTable, About: "set up a table: the game, its stakes, seats and stacks",
			More: "Write stakes as for run, such as 2-4 or nl 1-2; stacks in chips, in big blinds as in 40bb, or one for each seat as in 200,50,50. What you leave out stays. " +
				"With a size, kuhn, leduc or royal, the table plays the small version of the game that 'cardroom solve' solves. " +
				"With the floor on, the hand waits after every card until you say go, so that irregularities can happen in the deal.",
			Do: (*Session).setTable, Complete: (*Session).games,
		},
		{
			Name: "deal", Args: "[SEED [HAND]]", Group: groupTable, About: "deal a hand: the one that run plays with that seed",
			More: "HAND is its number, 1 by default. Cards instead of a seed, as in :deal Ah Kd 7c, go on top of the deck; the rest follows in order.",
			Do:   (*Session).deal,
		},
		{
			Name: "act", Args: "WORDS", Group: groupTable, About: "what the player whose turn it is says; also without :act",
			More: "fold, check, call, bet 4, raise to 12, raise by 8, pot, all in, bring in, complete, draw 2, draw 7c 2d, keep Ah, stand pat, buy 9d, show Kd, straddle, decline. " +
				"If a line is also valid Starlark, it is read as Starlark: only :act is safe then.",
			Do: atHand((*Session).act), Complete: (*Session).sayings,
		},
		{
			Name: "event", Group: groupTable,
			More: "Such as :event below_table seat=2, also without the colon; :event KIND alone lists what the kind needs.",
			Do:   atHand((*Session).event), Complete: (*Session).events,
		},
		{Name: "undo", Group: groupTable, About: "undo the last action, or N of them", Do: steps("undo", (*live.Hand).Undo)},
		{Name: "redo", Group: groupTable, Do: steps("do again", (*live.Hand).Redo)},
		{
			Name: "goto", Args: "N", Group: groupTable, About: "the hand as it was after N actions",
			More: "0 is the deal. :log shows the numbers.", Do: atHand((*Session).goTo),
		},
		{
			Name: "fork", Args: "[N]", Group: groupTable, About: "try another line from here, or go back to line N",
			Do: atHand((*Session).forkHand),
		},
		{Name: "look", Group: groupTable},
		{
			Name: "as", Args: "SEAT|all", Group: groupTable, About: "show the table as a seat sees it",
			Do: (*Session).as, Complete: (*Session).lookers,
		},
		{
			Name: "explain", Group: groupTable, About: "explain why, with the rule and its line in the script",
		},
		{
			Name: "odds", Group: groupTable, About: "the equity of each hand, from N deals or exact; draw best, draw pat,2c3d",
			More: "With :as you see that seat's cards only; the seats you cannot see hold random cards, or a range: :odds QQ+,AKs for all of them, :odds 3=QQ+,AKs for one. The topic ranges describes the notation.",
			Do:   (*Session).odds,
		},
		{
			Name: "deck", Group: groupTable, Bare: true, About: "the deck of the hand, top card first",
			More: "A bar marks where the stub begins.", Do: atHand((*Session).deck),
		},
		{
			Name: "solve", Group: groupTable, About: "in a small game, how the solution plays the hand from here",
			More: "Set up a small game with :table GAME size leduc, or start with 'cardroom repl GAME --policy FILE.strategy'. The first :solve solves it.", Do: (*Session).solve,
		},
		{Name: "log", Group: groupTable, About: "the hand so far, and the actions with their numbers", Do: (*Session).log},
	}
}

// offer defines view as a policy's view of the current decision.
func (s *Session) offer() {
	if !s.asksSeen() {
		s.in.Offer("view", nil)
		return
	}
	h := s.desk.hand
	state := *h.State()
	s.in.Offer("view", policies.View(&state, s.desk.seed, h.Setup().Number, h.At()))
}

// asksSeen reports whether the seat that must act is one whose cards the user
// sees.
func (s *Session) asksSeen() bool {
	if s.desk.hand == nil {
		return false
	}
	d := s.desk.hand.Pending()
	return d != nil && d.Seat >= 0 && (s.desk.seat == live.AllCards || s.desk.seat == int(d.Seat))
}

// refused converts an error of the table, with its hint, to an error about the
// current command.
func (s *Session) refused(err error) error {
	if r := diag.AsRefused(err); r != nil {
		return s.fault(r.Msg, strings.NewReplacer("explain ", ":explain ", "odds", ":odds").Replace(r.Hint))
	}
	return stopped(err)
}

// view returns the user's view of the table.
func (s *Session) view() live.View {
	return live.View{Seat: s.desk.seat, Style: s.options.Style, Width: s.width()}
}

// at returns the hand on the table, or an error.
func (s *Session) at() (*live.Hand, error) {
	if s.desk.hand == nil {
		return nil, s.fault("no hand has been dealt", ":deal deals one")
	}
	return s.desk.hand, nil
}

// atHand makes a command of one about the hand on the table.
func atHand(do func(*Session, *live.Hand, string) error) func(*Session, context.Context, string) error {
	return func(s *Session, _ context.Context, arg string) error {
		h, err := s.at()
		if err != nil {
			return err
		}
		return do(s, h, arg)
	}
}

// atDesk returns the hand on the table with the user's view.
func (s *Session) atDesk() (*live.Desk, error) {
	h, err := s.at()
	if err != nil {
		return nil, err
	}
	return &live.Desk{
		Hand: h, View: s.view(), Out: s.out,
		Effort: odds.Effort{Seed: s.desk.seed, Samples: odds.DefaultSamples, Enough: odds.DefaultEnough},
	}, nil
}

// setTable implements ":table".
func (s *Session) setTable(_ context.Context, arg string) error {
	next := s.desk
	if err := s.readTable(&next, arg); err != nil {
		return err
	}
	if next.Game == nil {
		return s.fault("no game is set up", "try :table angies/holdem; TAB lists all games")
	}
	if _, err := s.setup(&next); err != nil {
		return err
	}
	s.desk = next
	if arg != "" {
		s.desk.hand, s.desk.forks = nil, nil
	}
	setup, err := s.setup(&s.desk)
	if err != nil {
		return err
	}
	s.title(setup)
	return nil
}

// readTable parses the arguments of ":table".
func (s *Session) readTable(d *desk, arg string) error {
	words := strings.Fields(arg)
	keys := []string{"seats", "stakes", "stack", "size", "floor"}
	for i := 0; i < len(words); {
		key := words[i]
		j := i + 1
		if slices.Contains(keys, key) {
			for j < len(words) && !slices.Contains(keys, words[j]) {
				j++
			}
		}
		value := strings.Join(words[i+1:j], " ")
		var err error
		switch {
		case key == "seats":
			if d.Seats, err = strconv.Atoi(value); err != nil || d.Seats < 2 {
				return s.fault(fmt.Sprintf("seats is a number from 2, not %q", value), "")
			}
		case key == "floor":
			if value != "on" && value != "off" {
				return s.fault(fmt.Sprintf("the floor is on or off, not %q", value), "")
			}
			d.floor = value == "on"
		case key == "size":
			if d.Size, err = s.readSize(value); err != nil {
				return err
			}
		case key == "stakes":
			d.Stakes = value
		case key == "stack":
			d.Stack = value
		case i > 0:
			return s.fault(fmt.Sprintf("cannot read %q", key), "after the game, write seats N, stakes S, stack N, size leduc or floor on")
		default:
			if d.Game, err = s.game(key); err != nil {
				return err
			}
			d.name, d.Table = key, Table{Game: d.Game}
		}
		i = j
	}
	return nil
}

// title prints the game, the number of seats and the stakes: two lines, or more
// on a narrow screen.
func (s *Session) title(setup *hand.Setup) {
	width := s.out.Columns()
	width = cmp.Or(width, math.MaxInt)
	for line := range strings.Lines(speech.Title(setup, s.options.Style)) {
		for _, part := range live.Fold(strings.TrimSuffix(line, "\n"), width) {
			s.printf("%s\n", part)
		}
	}
}

// setup returns the setup of a hand at a desk, without its cards.
func (s *Session) setup(d *desk) (*hand.Setup, error) {
	d.small = nil
	if s.options.Solver != nil {
		var err error
		if d.small, err = s.options.Solver.Small(d.Table); err != nil {
			return nil, s.fault(err.Error(), "")
		}
	}
	if d.small != nil {
		return &hand.Setup{Plan: d.small.Bound, Stacks: d.small.Stacks, Button: len(d.small.Stacks) - 1, Attendance: hand.Tracked}, nil
	}
	stakes, err := d.Game.ParseStakes(d.Stakes)
	if err != nil {
		return nil, s.fault(err.Error(), "")
	}
	b, err := d.Game.Bind(stakes)
	if err != nil {
		return nil, err
	}
	n := d.Seats
	if n == 0 {
		n = d.Game.UsualSeats()
	}
	if n < d.Game.MinSeats || n > d.Game.MaxSeats {
		return nil, s.fault(fmt.Sprintf("%s takes %d to %d players, not %d", d.Game.Name, d.Game.MinSeats, d.Game.MaxSeats, n), "")
	}
	sizes, err := plan.ParseStacks(cmp.Or(d.Stack, "100bb"))
	var stacks []int64
	if err == nil {
		stacks, err = sizes.At(n, stakes)
	}
	if err != nil {
		return nil, s.fault("stack "+err.Error(), "write stack 200, stack 100bb in big blinds, or stack 200,50,50 for each seat")
	}
	setup := &hand.Setup{Plan: b, Stacks: stacks, Button: batch.Button(1, n), Attendance: hand.Tracked}
	if d.floor {
		setup.Attendance = hand.Attended
	}
	return setup, nil
}

// deal implements ":deal".
func (s *Session) deal(_ context.Context, arg string) error {
	if s.desk.Game == nil {
		return s.fault("which game?", ":table GAME sets one up; 'cardroom repl GAME' starts with one")
	}
	// The script may have changed, or the name may refer to another game now.
	if g, err := s.game(s.desk.name); err == nil {
		s.desk.Game = g
	}
	setup, err := s.setup(&s.desk)
	if err != nil {
		return err
	}
	if s.desk.seat >= len(setup.Stacks) {
		s.desk.seat = live.AllCards
	}
	if err := s.chance(setup, strings.Fields(arg)); err != nil {
		return err
	}
	if small := s.desk.small; small != nil {
		setup.Button = len(setup.Stacks) - 1 // as in the solution
		if setup.Deck == nil {
			setup.Deck = batch.SmallPack(setup.Plan.Game.Deck, small.Deck).Deal(setup.Seed, int64(setup.Number))
		}
	}
	h, err := live.Deal(setup)
	if err != nil {
		return s.fault(err.Error(), "")
	}
	s.desk.hand, s.desk.seed = h, setup.Seed
	s.desk.forks, s.desk.fork = []*live.Hand{h}, 0
	s.title(setup)
	if words := s.host.NotPaid(s.lib, s.desk.Game); words != s.desk.notPaid {
		if s.desk.notPaid = words; words != "" {
			s.remark("%s", words)
		}
	}
	if err := s.others(); err != nil {
		return err
	}
	s.tell(-1)
	return nil
}

// chance determines the cards: by a seed, given or drawn and printed, or by the
// named cards.
func (s *Session) chance(setup *hand.Setup, words []string) error {
	if len(words) > 0 && strings.Trim(words[0], "0123456789") != "" {
		// the named cards are on top of the deck
		text := strings.Join(words, " ")
		top, err := cards.Read(text)
		if err != nil {
			return s.fault(err.Error(), "a seed is a number; write cards as Ah Kd 7c")
		}
		rest := setup.Plan.Game.Deck.Append(nil)
		if s.desk.small != nil {
			rest = slices.Clone(s.desk.small.Deck)
		}
		for _, c := range top {
			i := slices.Index(rest, c)
			if i < 0 {
				return s.fault(fmt.Sprintf("%s is named twice, or is not in the deck", c), "")
			}
			rest = slices.Delete(rest, i, i+1)
		}
		if setup.Deck = append(top, rest...); s.desk.small != nil {
			setup.Deck = batch.SmallPack(setup.Plan.Game.Deck, setup.Deck).InOrder()
		}
		return nil
	}
	if len(words) == 0 {
		setup.Seed = s.host.Seed()
		s.remark("seed %d", setup.Seed)
		words = []string{fmt.Sprint(setup.Seed)}
	}
	if len(words) > 2 {
		return s.fault("give a seed and the number of a hand, nothing else", ":deal 7 3")
	}
	setup.Number = 1
	for i, to := range []*uint64{&setup.Seed, &setup.Number}[:len(words)] {
		n, err := strconv.ParseUint(words[i], 10, 64)
		if err != nil || i == 1 && (n == 0 || n > 1<<40) {
			what := []string{"a seed", "the number of a hand"}[i]
			return s.fault(fmt.Sprintf("%q is not %s", words[i], what), ":deal 7 3")
		}
		*to = n
	}
	setup.Button = batch.Button(int64(setup.Number), len(setup.Stacks))
	return nil
}

// tell prints what has happened after an action, and whose turn it is.
func (s *Session) tell(from int) {
	h := s.desk.hand
	h.Log(s.out, s.view(), from)
	s.turn()
}

// turn prints who must act, with the choices.
func (s *Session) turn() {
	d := s.desk.hand.Pending()
	if d == nil {
		return
	}
	who := "the dealer"
	if d.Seat >= 0 {
		who = s.options.Style.Seat(d.Seat)
	}
	choices := s.desk.hand.ChoicesFor(s.view())
	if choices == nil {
		s.printf("%s is to act\n", who)
		return
	}
	s.printf("%s\n", hang(who+": ", strings.Join(choices, ", "), s.width()))
}

// act implements ":act WORDS".
func (s *Session) act(h *live.Hand, words string) error {
	if words == "" {
		s.turn()
		return nil
	}
	if h.Pending() == nil {
		return s.fault("the hand is over", ":undo goes back, :deal deals another")
	}
	before := h.At()
	if _, err := h.ActFor(s.view(), words); err != nil {
		return s.refused(err)
	}
	if err := s.others(); err != nil {
		return err
	}
	s.tell(before)
	return nil
}

// isAct reports whether a line is a player's action at the table: it begins
// with such a word, and is either not valid Starlark or only evaluates a word
// of the language.
func (s *Session) isAct(line string) bool {
	if s.desk.hand == nil {
		return false
	}
	words := strings.Fields(strings.ToLower(line))
	if d := s.desk.hand.Pending(); line == "go" && d != nil && d.Kind == hand.DealerGoesOn {
		return true
	}
	if len(words) == 0 || !slices.ContainsFunc(s.desk.hand.Sayings(), func(said string) bool {
		first, _, _ := strings.Cut(said, " ")
		return first == words[0]
	}) {
		return false
	}
	if len(words) == 1 {
		return !slices.Contains(s.in.Defined(), words[0]) && (s.desk.hand.Pending() != nil || s.in.Value(words[0]) == nil)
	}
	return !star.Parses(line)
}

// isEvent reports whether a line triggers an irregularity at the table, in the
// same words as in play, and is not valid Starlark.
func (s *Session) isEvent(line string) bool {
	word, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
	return s.desk.hand != nil && word == "event" && strings.TrimSpace(kind) != "" && !star.Parses(line)
}

// event implements ":event KIND ..."; without arguments it lists the possible
// irregularities.
func (s *Session) event(h *live.Hand, text string) error {
	if text == "" && len(h.Possible()) == 0 {
		return s.fault("no irregularity can happen now", "")
	}
	if text == "" {
		s.printf("now possible:\n")
		for _, g := range h.PossibleGroups() {
			s.printf("%s\n", hang(fmt.Sprintf("  %-18s", g.Name), strings.Join(g.Kinds, ", "), s.width()))
		}
		return nil
	}
	if k := plan.IncidentNamed(text); k != plan.NoIncident && strings.Contains(k.Spec().Usage(), "=") {
		s.printf("%s\n", hang("", k.Spec().Usage(), s.width()))
		s.printf("%s\n", hang("", sentence(strings.TrimSuffix(k.Spec().Doc, ".")), s.width()))
		return nil
	}
	before := h.At()
	if _, err := h.Happen(s.view(), text); err != nil {
		return s.refused(err)
	}
	s.tell(before)
	return nil
}

// events returns the irregularities that are possible now.
func (s *Session) events(string) []string {
	if s.desk.hand == nil {
		return nil
	}
	return s.desk.hand.Possible()
}

// misspoken adds to a Starlark error the hint that a player's word may have
// been meant.
func (s *Session) misspoken(block string, err error) {
	var e *diag.Error
	if !errors.As(err, &e) || e.Code != star.CodeSyntax && e.Code != star.CodeName {
		return
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(block), " ")
	if c := commands.Find(word); c != nil && (e.Code == star.CodeSyntax || rest == "") {
		e.Hint = "commands begin with a colon: :" + strings.TrimSpace(block)
		return
	}
	if e.Hint == "" && e.Msg == "undefined: view" {
		e.Hint = "view is there while a seat whose cards you see must act: :deal deals a hand, and :as all shows every seat"
		return
	}
	if rest == "" && e.Hint == "" && areCards(word) {
		e.Hint = ":eval " + word + " ranks a hand"
		return
	}
	if s.desk.hand == nil || e.Code == star.CodeName && e.Hint != "" {
		return
	}
	var firsts []string
	for _, said := range s.desk.hand.Sayings() {
		first, _, _ := strings.Cut(said, " ")
		firsts = append(firsts, first)
	}
	if hint := diag.DidYouMean(word, firsts); hint != "" {
		e.Hint = hint
	}
}

// areCards reports whether a word is two cards or more.
func areCards(word string) bool {
	n := 0
	for ; word != ""; n++ {
		_, size := cards.ScanWritten(word)
		if size == 0 {
			return false
		}
		word = word[size:]
	}
	return n > 1
}

// sayings completes a player's action.
func (s *Session) sayings(typed string) []string {
	if !s.asksSeen() {
		return nil // completions depend on the cards of the seat that must act
	}
	return s.desk.hand.Complete(typed)
}

// count parses an optional number of actions, 1 by default.
func (s *Session) count(arg string) (int, error) {
	if arg == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 {
		return 0, s.fault(fmt.Sprintf("%q is not a number of actions", arg), "")
	}
	return n, nil
}

// steps implements ":undo [N]" and ":redo [N]".
func steps(what string, step func(*live.Hand, int) int) func(*Session, context.Context, string) error {
	return atHand(func(s *Session, h *live.Hand, arg string) error {
		n, err := s.count(arg)
		if err != nil {
			return err
		}
		if step(h, n) == 0 {
			return s.fault("there is nothing to "+what, "")
		}
		s.where()
		return nil
	})
}

// where prints the number of the current action, and shows the table.
func (s *Session) where() {
	h := s.desk.hand
	last := "the deal"
	if said := s.said(); len(said) > 0 {
		last = said[len(said)-1]
	}
	s.printf("%s\n", s.options.Style.Text(fmt.Sprintf("after action %d of %d: %s", h.At(), h.Last(), last), speech.Note))
	s.printf("%s", h.Screen(s.view()))
}

// said returns the actions so far in words. They name hidden cards only if the
// user sees all cards.
func (s *Session) said() []string {
	if s.desk.seat == live.AllCards {
		return s.desk.hand.Said()
	}
	return s.desk.hand.Heard()
}

// goTo implements ":goto N".
func (s *Session) goTo(h *live.Hand, arg string) error {
	n, err := strconv.Atoi(arg)
	if err != nil {
		return s.needed("goto", "the number of an action")
	}
	if err := h.Goto(n); err != nil {
		return s.refused(err)
	}
	s.where()
	return nil
}

// forkHand implements ":fork" and ":fork N".
func (s *Session) forkHand(h *live.Hand, arg string) error {
	d := &s.desk
	if arg == "" {
		d.forks = append(d.forks, h.Fork())
		d.fork = len(d.forks) - 1
		d.hand = d.forks[d.fork]
		s.printf("line %d of the hand, from action %d on; :fork %d goes back\n", d.fork+1, d.hand.At(), slices.Index(d.forks, h)+1)
		return nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(d.forks) {
		return s.fault(fmt.Sprintf("there is no line %s", arg), fmt.Sprintf("there are %d", len(d.forks)))
	}
	d.fork, d.hand = n-1, d.forks[n-1]
	s.where()
	return nil
}

// as implements ":as SEAT".
func (s *Session) as(_ context.Context, arg string) error {
	if arg == "" {
		return s.needed("as", "a seat, or all")
	}
	shows := func(seat int) {
		if s.desk.seat = seat; s.desk.hand != nil {
			s.printf("%s", s.desk.hand.Screen(s.view()))
		}
	}
	if arg == "all" {
		shows(live.AllCards)
		return nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(arg, "seat "))
	most := betting.Max
	if s.desk.hand != nil {
		most = s.desk.hand.State().Seats()
	}
	if err != nil || n < 1 || n > most {
		return s.fault(fmt.Sprintf("%q is not a seat", arg), fmt.Sprintf("1 to %d, or all", most))
	}
	shows(n - 1)
	return nil
}

// lookers returns the arguments of ":as".
func (s *Session) lookers(string) []string {
	out := []string{"all"}
	if s.desk.hand != nil {
		for i := range s.desk.hand.State().Seats() {
			out = append(out, strconv.Itoa(i+1))
		}
	}
	return out
}

// odds implements ":odds". A finished hand has no odds.
func (s *Session) odds(ctx context.Context, arg string) error {
	d, err := s.atDesk()
	if err != nil {
		return err
	}
	if d.Pending() == nil {
		return s.fault("the hand is over", ":undo goes back")
	}
	err = d.ShowOdds(ctx, arg)
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	return err
}

// deck implements ":deck".
func (s *Session) deck(h *live.Hand, _ string) error {
	if s.desk.seat != live.AllCards {
		return s.fault("no seat sees the deck", ":as all")
	}
	order := h.State().Order()
	dealt := len(order) - h.State().LeftInStub()
	perLine := max(1, min(13, (s.width()-2)/3))
	for i := 0; i < len(order); i += perLine {
		line := ""
		for k := i; k < min(i+perLine, len(order)); k++ {
			mark := " "
			if k == dealt {
				mark = "|"
			}
			line += mark + s.options.Style.Card(order[k])
		}
		s.printf("%s\n", line)
	}
	return nil
}

// log implements ":log": the hand so far, and the actions with their numbers.
func (s *Session) log(ctx context.Context, arg string) error {
	d, err := s.atDesk()
	if err != nil {
		return err
	}
	_ = d.ShowLog(ctx, arg)
	if said := s.said(); len(said) > 0 {
		var words []string
		for i, w := range said {
			words = append(words, fmt.Sprintf("%d %s", i+1, w))
		}
		s.printf("%s\n", hang("actions: ", strings.Join(words, ", "), s.width()))
	}
	return nil
}

// record returns the hand on the table as a hand history, one table of a .phhs file.
func (s *Session) record() (string, error) {
	h, err := s.at()
	if err != nil {
		return "", err
	}
	if s.desk.seat != live.AllCards {
		return "", s.fault("a saved hand needs all cards, and one seat cannot see them", ":as all")
	}
	if id := h.Setup().Plan.Game.ID; !strings.ContainsAny(id, "/.") {
		return "", s.fault("this game exists in this session only, so nobody could replay its hand", fmt.Sprintf("use :save %s.star, :table %s.star and :deal again", id, id))
	}
	text, err := replay.Encode(nil, 1, h.Setup(), h.State(), h.Whole(), h.Deck())
	return string(text), err
}
