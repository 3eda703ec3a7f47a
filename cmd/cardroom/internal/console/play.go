// Package console is a game or the language at a terminal: what "cardroom play" and
// "cardroom repl" do with the lines of a person.
package console

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/narrate"
	"cardroom/cmd/cardroom/internal/session"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/table"
)

// PlayOptions are the inputs of play. Those of the head decide what is dealt and
// stand at the head of a saved game.
type PlayOptions struct {
	Head
	Hands  int64    // 0 without end
	Save   []string // .phhs, .session
	Resume string
	Cards  narrate.Cards
	// FourAsked: the command line says whether the suits have four colours.
	FourAsked bool
}

// Head is what decides what is played, but for the choices of people.
type Head struct {
	Game   string            `json:"game"`
	Set    map[string]string `json:"set,omitempty"`
	Seats  int               `json:"seats,omitempty"`
	Stakes string            `json:"stakes,omitempty"`
	Stack  string            `json:"stack"`
	Policy string            `json:"policy"`
	// Policies are the hashes of the scripts among them, see [dsl.Library.Digest].
	Policies map[string]string `json:"policies,omitempty"`
	Names    map[int]string    `json:"names,omitempty"` // of players, by the number of the seat that they first take
	Seed     hand.Seed         `json:"seed"`
	You      int               `json:"you,omitempty"`
	HotSeat  bool              `json:"hot_seat,omitempty"`
	Floor    bool              `json:"floor,omitempty"`
	session.Options
}

// Play plays until the player leaves.
func Play(ctx context.Context, std *app.IO, opts PlayOptions) error {
	g, err := newPlayed(std, opts)
	if err != nil {
		return err
	}
	defer std.Rescue.Register(g.rescued)()
	if std.Stdin.Terminal {
		var stop func()
		ctx, stop = g.listen(ctx)
		defer stop()
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

// listen makes ^C end what takes long and not the game; a request to end does, and
// so does ^C while policies decide.
func (g *played) listen(ctx context.Context) (context.Context, func()) {
	ctx, leave := context.WithCancel(context.WithoutCancel(ctx))
	signals, stop := g.std.Signals()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case sig := <-signals:
				if sig != os.Interrupt || !g.stopper.end() {
					leave()
				}
			}
		}
	}()
	return ctx, func() {
		stop()
		leave()
	}
}

// stopper ends what a person has asked for, when it takes long.
type stopper struct {
	mu   sync.Mutex
	stop context.CancelFunc // nil when there is nothing to end
}

func (s *stopper) set(stop context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = stop
}

// end reports whether there was something to end.
func (s *stopper) end() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop == nil {
		return false
	}
	s.stop()
	return true
}

// doing is do, which ^C stops.
func (g *played) doing(ctx context.Context, line string) error {
	one, stop := context.WithCancel(ctx)
	defer stop()
	g.stopper.set(stop)
	err := g.do(one, line)
	g.stopper.set(nil)
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return diag.Refuse("interrupted", "")
	}
	return err
}

// newPlayed is a game at its beginning, or where it was left.
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
	g.settings = readSettings(std)
	if opts.FourAsked {
		g.rememberFour(opts.Cards.Four)
	}
	g.opts.Cards.Four = g.settings.FourColour || opts.Cards.Four
	g.style = g.opts.Cards.On(std.Stdout)
	if err := g.open(saved); err != nil {
		if saved == nil {
			return nil, err
		}
		if f := session.FaultOf(err); f != nil && !(saved.anew && f.Way[0] == "policy") { // which was typed
			err = saved.inHead(f)
		}
		return nil, err
	}
	return g, nil
}

// open sets the table, and has the players sit down or the saved game go on.
func (g *played) open(saved *SavedGame) error {
	std, opts := g.std, &g.opts
	run := simulate.Options{Game: opts.Game, Set: opts.Set, Seats: opts.Seats, Stakes: opts.Stakes, Policy: opts.Policy, Seed: uint64(opts.Seed)}
	var err error
	if run.Stack, err = simulate.ParseStack(opts.Stack); err != nil {
		return err
	}
	if len(run.Stack) > 1 {
		return app.Usagef("--stack is one size here: everybody sits down with it")
	}
	if run.Strategies, err = opts.strategies(std); err != nil {
		return err
	}
	cfg, lib, err := session.Config(std, &run, &opts.Options)
	if err != nil {
		return err
	}
	was := opts.Policies
	if opts.Policies, err = session.Digests(lib, opts.Policy); err != nil {
		return err
	}
	if saved != nil {
		if f := session.OtherScript(was, opts.Policies); f != nil && !saved.anew {
			return saved.inHead(f)
		}
		if err := saved.check(cfg); err != nil {
			return err
		}
	}
	s, err := session.New(cfg, lib, &run, &opts.Options)
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
	g.seatPeople()
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
		return g.restore(saved)
	}
	return g.sitDown(s.Players)
}

// checkNames refuses names that cannot be, and those of seats that a table of so many does not have.
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

// strategies reads the strategies that play.
func (opts *PlayOptions) strategies(std *app.IO) (library.Strategies, error) {
	list, err := library.ReadStrategies(std, opts.Policy)
	if len(list) > 0 && slices.ContainsFunc(opts.Save, func(name string) bool { return strings.HasSuffix(name, ".phhs") }) {
		return nil, app.Usagef("--save FILE.phhs cannot be used with a strategy: no record says that a game is made small")
	}
	return list, err
}

// playSmall has the table play the small game of strategies, if there are any.
func (g *played) playSmall(strategies library.Strategies) error {
	small, err := strategies.Small(g.cfg.Games[0].Plan.Game, "", 0)
	if small == nil || err != nil {
		return err
	}
	g.stack, g.few = small.Stacks[0], batch.SmallPack(small.Bound.Game.Deck, small.Pack)
	return nil
}

// seatPeople takes the players of a mixed table from the seats of people.
func (g *played) seatPeople() {
	_, named, _ := library.SplitPolicies(g.opts.Policy)
	for p := range g.own {
		if named[int(p)] == "" && (g.opts.HotSeat || int(p) == g.opts.You) {
			delete(g.own, p)
		}
	}
}

// sitDown seats the players.
func (g *played) sitDown(n int) error {
	for k := range n {
		e := table.Event{Kind: table.Join, Player: table.Player(k + 1), Seat: -1, Amount: g.buyIn()}
		if err := g.table.Apply(e); err != nil {
			return fmt.Errorf("the table cannot seat %d players: %w", n, err)
		}
	}
	return nil
}

// human reports whether a player is a person.
func (g *played) human(p table.Player) bool {
	return p != 0 && (g.opts.HotSeat && g.own[p] == nil || int(p) == g.opts.You)
}
