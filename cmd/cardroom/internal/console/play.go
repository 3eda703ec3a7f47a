// Package console implements "cardroom play" and "cardroom repl": a game or the REPL with a person at a terminal, or with lines
// from a pipe; and the debugger at a terminal (debug.go).
package console

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/table"
)

// PlayOptions are the options of play. The Head decides what is dealt and is saved at the top of a saved game.
type PlayOptions struct {
	Head
	Hands  int64    // 0 for no limit
	Save   []string // names ending in .phhs or .session
	Resume string
	Cards  runs.Cards
	// FourAsked means that the command line says whether to use a four-color deck.
	FourAsked bool
}

// Head is everything that decides the course of a game except people's decisions.
type Head struct {
	runs.Inputs
	Names   map[int]string `json:"names,omitempty"` // names of players, by the number of their first seat
	Seed    hand.Seed      `json:"seed"`
	You     int            `json:"you,omitempty"`
	HotSeat bool           `json:"hot_seat,omitempty"`
	Floor   bool           `json:"floor,omitempty"`
	runs.SessionOptions
}

// Play plays until the player leaves.
func Play(ctx context.Context, std *app.IO, opts PlayOptions) error {
	g, err := newPlayed(std, opts)
	if err != nil {
		return err
	}
	defer std.Rescue.Register(g.rescued)()
	if std.Stdin.Terminal && ctx.Err() == nil {
		var leave func()
		ctx, leave = std.Outlive(ctx, g.stopper.end) // ^C stops a long computation; it ends the game while policies decide
		defer leave()
	}
	if g.in, err = std.Lines(ctx, g.complete); err != nil {
		return err
	}
	defer func() { _ = g.in.Close() }()
	if std.Stdin.Terminal {
		std.Note("type what a player would say; help lists more, Tab completes, ^D leaves")
		if g.settings.NoHints {
			std.Note("hints are off: hints on brings them back")
		}
	}
	err = g.run(ctx)
	g.tellNet()
	if kept := g.keep(ctx, err); kept != nil {
		return errors.Join(err, kept)
	}
	return library.WhilePlaying(err, opts.Game, opts.Policy)
}

// stopper stops the user's command if it takes too long.
type stopper struct {
	mu   sync.Mutex
	stop context.CancelFunc // nil if nothing is running
}

func (s *stopper) set(stop context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = stop
}

// end stops the running command, and reports whether there was one.
func (s *stopper) end() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop == nil {
		return false
	}
	s.stop()
	return true
}

// doing is do, but ^C stops it.
func (g *played) doing(ctx context.Context, line string) error {
	one, stop := context.WithCancel(ctx)
	defer stop()
	defer g.std.Until(one)()
	g.stopper.set(stop)
	err := g.do(one, line)
	g.stopper.set(nil)
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return diag.Refuse("interrupted", "")
	}
	return err
}

// newPlayed starts a new game or resumes a saved one.
func newPlayed(std *app.IO, opts PlayOptions) (*played, error) {
	var saved *SavedGame
	if opts.Resume != "" {
		var err error
		if saved, err = ReadGame(std, opts.Resume); err != nil {
			return nil, err
		}
		policy := opts.Policy
		opts.Head = saved.Head
		if saved.anew = policy != ""; saved.anew {
			opts.Policy = policy
		}
	}
	g := &played{stopper: &stopper{}, last: &lastWhole{}, std: std, opts: opts, hinted: map[string]bool{}, nets: map[int64]int64{}}
	if std.Stdin.Terminal { // results in a pipe do not depend on earlier games
		g.settings = app.ReadState[settings](std, settingsFile)
	}
	if opts.FourAsked {
		g.rememberFour(opts.Cards.Four)
	}
	g.opts.Cards.Four = g.settings.FourColour || opts.Cards.Four
	g.style = g.opts.Cards.On(std.Stdout)
	if err := g.open(saved); err != nil {
		if saved == nil {
			return nil, err
		}
		if f := runs.FaultOf(err); f != nil && !(saved.anew && f.Way[0] == "policy") { // typed on the command line
			err = saved.inHead(f)
		}
		return nil, err
	}
	return g, nil
}

// open sets up the table and seats the players, or resumes the saved game.
func (g *played) open(saved *SavedGame) error {
	std, opts := g.std, &g.opts
	run := runs.Options{Seed: uint64(opts.Seed)}
	err := opts.To(&run)
	if err != nil {
		return err
	}
	if len(run.Stack) > 1 {
		return app.Usagef("--stack is one size here: everybody sits down with it")
	}
	if run.Strategies, err = opts.strategies(std); err != nil {
		return err
	}
	cfg, lib, err := runs.Config(std, &run, &opts.SessionOptions)
	if err != nil {
		return err
	}
	was := opts.Policies
	if opts.Policies, err = runs.Digests(lib, opts.Policy); err != nil {
		return err
	}
	if saved != nil {
		if f := runs.OtherScript(was, opts.Policies); f != nil && !saved.anew {
			return saved.inHead(f)
		}
		if err := saved.check(cfg); err != nil {
			return err
		}
	}
	s, err := runs.New(cfg, lib, &run, &opts.SessionOptions)
	if err != nil {
		return err
	}
	if !opts.HotSeat && opts.You > s.Players {
		return app.Usagef("--you %d: there are %d seats", opts.You, s.Players)
	}
	g.cfg, g.lib, g.policy, g.own, g.table, g.stack = cfg, lib, s.Policy, s.Own, s.Table, s.Stack
	g.trusted = s.Trusted()
	if err := g.playSmall(run.Strategies); err != nil {
		return err
	}
	// Remove the policies of a mixed table from the seats of people.
	_, named, _ := library.SplitPolicies(g.opts.Policy)
	for p := range g.own {
		if named[int(p)] == "" && (g.opts.HotSeat || int(p) == g.opts.You) {
			delete(g.own, p)
		}
	}
	if g.human(table.Player(opts.You)) && g.own[table.Player(opts.You)] != nil {
		return app.Usagef("--policy %d=…: seat %d is yours", opts.You, opts.You)
	}
	if err := opts.checkNames(s.Players); err != nil {
		return err
	}
	if g.out, err = newTranscript(std, opts.Save, saved != nil); err != nil {
		return err
	}
	if saved != nil {
		// Resume a saved game, with its current hand as far as it was played
		last := len(saved.Hands) - 1
		g.past = saved.Hands[:last]
		if saved.Dealt {
			if err := g.lay(&saved.Hands[last]); err != nil {
				return err
			}
			g.head()
			return nil
		}
		t, err := g.cfg.Restore(saved.Hands[last].Table)
		g.table = t
		return err
	}
	return g.table.SeatPlayers(s.Players, g.stack)
}

// checkNames rejects invalid names, and names for seats that the table does not have.
func (opts *PlayOptions) checkNames(seats int) error {
	for _, seat := range slices.Sorted(maps.Keys(opts.Names)) {
		name := opts.Names[seat]
		if fault := badName(name); fault != "" {
			return app.Usagef("--name %d=%q: %s", seat, name, fault)
		}
		if seat < 1 || seat > seats {
			return app.Usagef("--name %d=%s: there are %d seats", seat, name, seats)
		}
	}
	return nil
}

// strategies reads the strategies among the policies.
func (opts *PlayOptions) strategies(std *app.IO) (library.Strategies, error) {
	list, err := library.ReadStrategies(std, opts.Policy)
	if len(list) > 0 && slices.ContainsFunc(opts.Save, func(name string) bool { return strings.HasSuffix(name, ".phhs") }) {
		return nil, app.Usagef("--save FILE.phhs cannot be used with a strategy: no record says that a game is made small")
	}
	return list, err
}

// playSmall makes the table play the strategies' small game, if there are any.
func (g *played) playSmall(strategies library.Strategies) error {
	small, err := strategies.Small(g.cfg.Games[0].Plan.Game, "", 0)
	if small == nil || err != nil {
		return err
	}
	g.stack, g.few = small.Stacks[0], batch.SmallPack(small.Bound.Game.Deck, small.Pack)
	return nil
}

func (g *played) human(p table.Player) bool {
	return p != 0 && (g.opts.HotSeat && g.own[p] == nil || int(p) == g.opts.You)
}

// fault returns what is wrong with the head of a saved game, or nil. Whether a seat
// exists is checked later, with the table.
func (h *Head) fault() *diag.Error {
	if h.You < 0 || h.You > table.MaxSeats || h.HotSeat != (h.You == 0) {
		return &diag.Error{Way: []string{"you"}, Msg: fmt.Sprintf("you must be a seat from 1, not %d (0 with hot_seat)", h.You)}
	}
	names := map[string]int{}
	for _, seat := range slices.Sorted(maps.Keys(h.Names)) {
		name, way := h.Names[seat], []string{"names", strconv.Itoa(seat)}
		folded := strings.ToLower(name)
		switch fault := badName(name); {
		case fault != "":
			return &diag.Error{Way: way, Msg: fmt.Sprintf("%q: %s", name, fault)}
		case seat < 1 || seat > table.MaxSeats:
			return &diag.Error{Way: way, Msg: fmt.Sprintf("seat %d", seat)}
		case names[folded] != 0:
			return &diag.Error{Way: way, Msg: fmt.Sprintf("seat %d is %s too", names[folded], name)}
		}
		names[folded] = seat
	}
	return h.Fault(&h.SessionOptions)
}

// longestName is the maximum length of a name in characters, because lines begin with
// names.
const longestName = 20

// ParseNames parses the values of --name: SEAT=NAME, or just the name of the player in
// seat you.
func ParseNames(list []string, you int) (map[int]string, error) {
	var out map[int]string
	for _, text := range list {
		number, name, ok := strings.Cut(text, "=")
		seat, err := strconv.Atoi(number)
		switch {
		case !ok && you > 0:
			seat, name = you, text
		case !ok:
			return nil, app.Usagef("--name %s: whose? SEAT=%s", text, text)
		case err != nil || seat < 1 || seat > table.MaxSeats:
			return nil, app.Usagef("--name %s: a seat is a number from 1", text)
		}
		name = strings.Join(strings.Fields(name), " ")
		if fault := badName(name); fault != "" {
			return nil, app.Usagef("--name %s: %s", text, fault)
		}
		for other, had := range out {
			if other == seat || strings.EqualFold(had, name) {
				return nil, app.Usagef("--name %s: seat %d is %s", text, other, had)
			}
		}
		if out == nil {
			out = map[int]string{}
		}
		out[seat] = name
	}
	return out, nil
}

// badName returns why a name is not allowed, or "". A name must not be mistaken for
// anything else.
func badName(name string) string {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	switch {
	case name == "":
		return "a name is missing"
	case utf8.RuneCountInString(name) > longestName:
		return fmt.Sprintf("a name has at most %d characters", longestName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "a name is made of characters that can be printed"
	case strings.Trim(name, "0123456789") == "" || first == "seat" || first == "player" || first == "dealer" || first == "the":
		return "that means a seat or the dealer"
	}
	return ""
}

// called returns a player's name, or "player N".
func (g *played) called(p table.Player) string {
	if name := g.opts.Names[int(p)]; name != "" {
		return name
	}
	return fmt.Sprintf("player %d", p)
}

// settings are a player's preferences at a terminal, kept for later games.
type settings struct {
	NoHints    bool `json:"no_hints,omitempty"`
	FourColour bool `json:"four_colour,omitempty"`
}

// settingsFile is the name of the settings file in the state folder.
const settingsFile = "play.json"

// keepSettings saves the settings for later games.
func (g *played) keepSettings() {
	if !g.std.Stdin.Terminal {
		return
	}
	if err := g.std.KeepState(settingsFile, g.settings); err != nil {
		g.std.Warn("the setting is not remembered: %v", err)
	}
}

// onOff parses the argument of a setting; without an argument it toggles the setting.
func onOff(name, arg string, now bool) (bool, error) {
	switch arg {
	case "":
		return !now, nil
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	return now, diag.Refuse(name+" "+arg+"?", "say "+name+" on or "+name+" off")
}

func (g *played) setHints(_ context.Context, arg string) error {
	on, err := onOff("hints", arg, !g.settings.NoHints)
	if err != nil {
		return err
	}
	g.settings.NoHints = !on
	clear(g.hinted)
	g.keepSettings()
	g.say(map[bool]string{true: "hints are on", false: "hints are off"}[on])
	return nil
}

func (g *played) setFourColours(_ context.Context, arg string) error {
	on, err := onOff("four-colour", arg, g.opts.Cards.Four)
	if err != nil {
		return err
	}
	names := g.style.Names
	g.rememberFour(on)
	g.opts.Cards.Four = on
	g.style = g.opts.Cards.On(g.std.Stdout)
	g.style.Names = names
	g.say(map[bool]string{true: "the suits have four colors", false: "the suits have two colors"}[on])
	return nil
}

// rememberFour saves whether the deck has four colors.
func (g *played) rememberFour(on bool) {
	if g.settings.FourColour != on {
		g.settings.FourColour = on
		g.keepSettings()
	}
}
