package main

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
	"cardroom/dsl/sitting"
	"cardroom/engine/hand"
	"cardroom/engine/table"

	"github.com/urfave/cli/v2"
)

// playOptions are the inputs of play. Those of the head decide what is dealt and
// stand at the head of a saved game.
type playOptions struct {
	playHead
	Hands  int64    // 0 without end
	Save   []string // .phhs, .session
	Resume string
	Cards  cardStyle
}

// playHead is what decides what is played, but for the choices of people.
type playHead struct {
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
	sessionOptions
}

func newPlay() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "play",
			Usage:     "play a game at the terminal",
			ArgsUsage: "GAME",
			Category:  app.SectionPlay,
			Description: `Plays a game hand by hand: you in one seat, the others played by a policy, or
with --hot-seat everybody at one keyboard. GAME is a game, a menu from which the
button names the game, or a script that describes a table.

Say what a player would say: "call", "raise to 12", "bet 4", "pot", "all in",
"draw 2", "draw 7c 2d", "keep Ah", "stand pat", "show Kd", "straddle". Besides
there are "undo", "redo", "explain", "odds", "log", "look", "rules", "help" and
"quit"; tab completes. Between the hands an empty line deals the next.

"odds" takes the cards that you cannot see to be any. "odds 3=QQ+,AKs" gives seat 3 a
range, "odds 15%" all the others; 'cardroom doc ranges' has the notation.

"event" has something irregular happen, such as "event below_table seat=2", and
the house's rules say what follows; "event" alone lists what can happen now. With
--floor you deal as well, and things can go wrong with every card.

Undo goes back over the end of a hand too, and the deal of the one after it. With
--hot-seat a seat that has a policy of its own is not played by a person.

You are shown what your seat may see and nothing else. What is told goes to
standard output, what is refused to standard error; in a pipe nothing is
prompted, and a line that begins with # is a remark.

--save FILE.phhs writes the hands that are over, for replay; --save FILE.session
keeps the game so that --resume FILE.session goes on with it, in the middle of a
hand too. It is written after every line, so that nothing is lost. A policy whose
script has changed since is refused until --policy names it again. A game that is
left at a terminal without --save is kept as cardroom/play.session in the folder
for such things, $XDG_STATE_HOME or ~/.local/state.`,
			Flags: []cli.Flag{
				&cli.IntFlag{Name: "seats", Usage: "with `N` players", DefaultText: "6, or the most the game takes"},
				&cli.IntFlag{Name: "you", Usage: "you are in seat `N`", Value: 1},
				&cli.BoolFlag{Name: "hot-seat", Usage: "all seats are played by people, one after the other", DisableDefaultText: true},
				&cli.BoolFlag{Name: "floor", Usage: "you deal too: the hand waits for the dealer after every card, for something to go wrong", DisableDefaultText: true},
				library.PolicyFlag("the others decide by `POLICY`: random, call, or file.star:name"),
				&cli.StringSliceFlag{Name: "name", Usage: "what players are called, `SEAT=NAME`, or NAME for you; may be repeated"},
				&cli.StringFlag{Name: "stakes", Usage: "for `STAKES` such as 2-4, 1-3/1-6, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "the house's"},
				&cli.StringFlag{Name: "stack", Usage: "each with `SIZE`: in chips, or in big blinds as in 40bb", Value: "100bb"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.StringFlag{Name: "kill", Usage: "with a `KILL`, half or full"},
				&cli.StringFlag{Name: "collection", Usage: "the house takes what it has posted under `NAME`, such as A, or none", DefaultText: "what the table has first"},
				&cli.BoolFlag{Name: "choice", Usage: "the button names the game of each hand, from all of the house"},
				&cli.Int64Flag{Name: "hands", Usage: "end after `N` hands", DefaultText: "when you leave"},
				&cli.StringSliceFlag{Name: "save", Usage: "write the hands to `FILE`.phhs, the game to FILE.session; may be repeated"},
				&cli.StringFlag{Name: "resume", Usage: "go on with the game saved in `FILE`.session"},
				&cli.StringFlag{Name: "cards", Usage: "suits as `STYLE`: letters, signs, or auto: signs where the terminal can show them", Value: "auto"},
				&cli.BoolFlag{Name: "four-colour", Aliases: []string{"four-color"}, Usage: "clubs green and diamonds blue", DisableDefaultText: true},
			},
		},
		Chance: true,
		Examples: []app.Example{
			{Line: "cardroom play angies/holdem", Shows: "hold'em against five players who play at random"},
			{Line: "cardroom play mixed/nt --seats 2 --policy call --seed 7", Shows: "heads up, always the same cards"},
			{Line: "cardroom play mixed/nt --name Ann --name 2=Bob --policy 2=call --policy 3=tight.star", Shows: "names, and opponents who play differently"},
			{Line: "cardroom play angies/dealers-choice --hot-seat --seats 3", Shows: "three people at one keyboard, the button names the game"},
			{Line: "cardroom play angies/holdem --kill half --save evening.session --save evening.phhs", Shows: "with a kill; kept to be gone on with, and the hands for replay"},
		},
		Scripts: true, Outlives: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			opts, err := readPlayOptions(c, std)
			if err != nil {
				return err
			}
			return playAt(c.Context, std, opts)
		},
	}
}

func readPlayOptions(c *cli.Context, std *app.IO) (o playOptions, err error) {
	o.Save, o.Resume, o.Hands = c.StringSlice("save"), c.String("resume"), c.Int64("hands")
	if o.Cards, err = readCardStyle(std, c.String("cards"), c.Bool("four-colour")); err != nil {
		return o, err
	}
	for _, name := range o.Save {
		if !strings.HasSuffix(name, ".phhs") && !strings.HasSuffix(name, ".session") {
			return o, app.Usagef("--save writes .phhs and .session files, not %q", name)
		}
	}
	if o.Resume != "" {
		return o, o.onlyResumes(c)
	}
	if o.Game, err = app.OneArgument(c, "GAME"); err != nil {
		return o, err
	}
	if o.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
		return o, err
	}
	if len(o.Set) == 0 {
		o.Set = nil
	}
	o.Seats, o.Stakes, o.Stack, o.Policy = c.Int("seats"), c.String("stakes"), c.String("stack"), library.PolicyText(c)
	o.You, o.HotSeat, o.Floor = c.Int("you"), c.Bool("hot-seat"), c.Bool("floor")
	o.sessionOptions = sessionOptions{Kill: c.String("kill"), Collection: c.String("collection"), Choice: c.Bool("choice"), Crowd: "steady"}
	if err := o.check(c); err != nil {
		return o, err
	}
	if o.Names, err = parseNames(c.StringSlice("name"), o.You); err != nil {
		return o, err
	}
	o.Seed = hand.Seed(app.SeedOf(c, std))
	return o, nil
}

// onlyResumes refuses what the saved game says itself.
func (o *playOptions) onlyResumes(c *cli.Context) error {
	if c.NArg() > 0 {
		return app.Usagef("--resume names the game; no GAME besides")
	}
	if c.IsSet("policy") {
		o.Policy = library.PolicyText(c)
	}
	for _, name := range []string{"seats", "you", "hot-seat", "floor", "name", "stakes", "stack", "set", "kill", "collection", "choice", "seed"} {
		if c.IsSet(name) {
			return app.Usagef("--%s is as the saved game has it", name)
		}
	}
	return nil
}

// check refuses what means nothing.
func (o *playOptions) check(c *cli.Context) error {
	switch {
	case c.IsSet("seats") && o.Seats < 2:
		return app.Usagef("--seats is at least 2, not %d", o.Seats)
	case o.HotSeat && c.IsSet("you"):
		return app.Usagef("--hot-seat and --you: with --hot-seat everybody is you")
	case o.You < 1 || o.You > table.MaxSeats:
		return app.Usagef("--you is a seat from 1, not %d", o.You)
	case c.IsSet("hands") && o.Hands < 1:
		return app.Usagef("--hands is at least 1, not %d", o.Hands)
	case o.Kill != "" && o.Kill != "half" && o.Kill != "full":
		return app.Usagef("--kill is half or full, not %q", o.Kill)
	}
	if o.HotSeat {
		o.You = 0
	}
	return nil
}

// playAt plays until the player leaves.
func playAt(ctx context.Context, std *app.IO, opts playOptions) error {
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
		std.Note("say what a player would say; help lists more, tab completes, ^D leaves")
	}
	err = g.run(ctx)
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
		return &sitting.Refused{Reason: "interrupted"}
	}
	return err
}

// newPlayed is a game at its beginning, or where it was left.
func newPlayed(std *app.IO, opts playOptions) (*played, error) {
	var saved *savedGame
	if opts.Resume != "" {
		var err error
		if saved, err = readGame(std, opts.Resume); err != nil {
			return nil, err
		}
		policy := opts.Policy
		opts.playHead = saved.head
		if saved.anew = policy != ""; saved.anew {
			opts.Policy = policy
		}
	}
	g := &played{stopper: &stopper{}, last: &lastWhole{}, std: std, opts: opts, style: opts.Cards.on(std.Stdout)}
	if err := g.open(saved); err != nil {
		if saved == nil {
			return nil, err
		}
		if f := faultOf(err); f != nil && !(saved.anew && f.way[0] == "policy") { // which was typed
			err = saved.inHead(f)
		}
		return nil, err
	}
	return g, nil
}

// open sets the table, and has the players sit down or the saved game go on.
func (g *played) open(saved *savedGame) error {
	std, opts := g.std, &g.opts
	run := runOptions{Game: opts.Game, Set: opts.Set, Seats: opts.Seats, Stakes: opts.Stakes, Policy: opts.Policy, Seed: uint64(opts.Seed)}
	var err error
	if run.Stack, err = parseStack(opts.Stack); err != nil {
		return err
	}
	if len(run.Stack) > 1 {
		return app.Usagef("--stack is one size here: everybody sits down with it")
	}
	cfg, lib, err := sessionConfig(std, &run, &opts.sessionOptions)
	if err != nil {
		return err
	}
	was := opts.Policies
	if opts.Policies, err = digests(lib, opts.Policy); err != nil {
		return err
	}
	if saved != nil {
		if f := otherScript(was, opts.Policies); f != nil && !saved.anew {
			return saved.inHead(f)
		}
		if err := saved.check(cfg); err != nil {
			return err
		}
	}
	s, err := newSession(cfg, lib, &run, &opts.sessionOptions)
	if err != nil {
		return err
	}
	if opts.Floor && onlyBanked(cfg) {
		return app.Usagef("%s is played against a bank: it does not wait for the dealer, events happen when a player is asked", cfg.Name)
	}
	if !opts.HotSeat && opts.You > s.Players {
		return app.Usagef("--you is seat %d, and there are %d", opts.You, s.Players)
	}
	g.cfg, g.lib, g.policy, g.own, g.table, g.stack = cfg, lib, s.Policy, s.Own, s.Table, s.Stack
	g.trusted = s.Trusted()
	if g.human(table.Player(opts.You)) && g.own[table.Player(opts.You)] != nil {
		return app.Usagef("--policy %d=…: seat %d is yours", opts.You, opts.You)
	}
	for _, seat := range slices.Sorted(maps.Keys(opts.Names)) {
		name := opts.Names[seat]
		if fault := badName(name); fault != "" {
			return app.Usagef("--name %d=%q: %s", seat, name, fault)
		}
		if seat < 1 || seat > s.Players {
			return app.Usagef("--name %d=%s: there are %d seats", seat, name, s.Players)
		}
	}
	if g.out, err = newTranscript(std, opts.Save, saved != nil); err != nil {
		return err
	}
	if saved != nil {
		return g.restore(saved)
	}
	return g.sitDown(s.Players)
}

// sitDown seats the players.
func (g *played) sitDown(n int) error {
	for k := range n {
		e := table.Event{Kind: table.Join, Player: table.Player(k + 1), Seat: -1, Amount: g.buyIn()}
		if err := g.table.Apply(e); err != nil {
			return fmt.Errorf("the table does not seat %d players: %w", n, err)
		}
	}
	return nil
}

// human reports whether a player is a person.
func (g *played) human(p table.Player) bool {
	return p != 0 && (g.opts.HotSeat && g.own[p] == nil || int(p) == g.opts.You)
}
