package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/narrate"
	"cardroom/cmd/cardroom/internal/session"
	"cardroom/engine/hand"
	"cardroom/engine/table"

	"github.com/urfave/cli/v2"
)

const playHelp = `Plays a game hand by hand: you in one seat, the others played by a policy, or
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
for such things, $XDG_STATE_HOME or ~/.local/state.`

func newPlay() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "play",
			Usage:       "play a game at the terminal",
			ArgsUsage:   "GAME",
			Category:    app.SectionPlay,
			Description: playHelp,
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
			return console.Play(c.Context, std, opts)
		},
	}
}

func readPlayOptions(c *cli.Context, std *app.IO) (o console.PlayOptions, err error) {
	o.Save, o.Resume, o.Hands = c.StringSlice("save"), c.String("resume"), c.Int64("hands")
	if o.Cards, err = narrate.ReadCards(std, c.String("cards"), c.Bool("four-colour")); err != nil {
		return o, err
	}
	for _, name := range o.Save {
		if !strings.HasSuffix(name, ".phhs") && !strings.HasSuffix(name, ".session") {
			return o, app.Usagef("--save writes .phhs and .session files, not %q", name)
		}
	}
	if o.Resume != "" {
		return o, onlyResumes(&o, c)
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
	o.Options = session.Options{Kill: c.String("kill"), Collection: c.String("collection"), Choice: c.Bool("choice"), Crowd: "steady"}
	if err := checkPlay(&o, c); err != nil {
		return o, err
	}
	if o.Names, err = console.ParseNames(c.StringSlice("name"), o.You); err != nil {
		return o, err
	}
	o.Seed = hand.Seed(app.SeedOf(c, std))
	return o, nil
}

// onlyResumes refuses what the saved game says itself.
func onlyResumes(o *console.PlayOptions, c *cli.Context) error {
	if c.NArg() > 0 {
		return app.Usagef("--resume names the game: leave GAME out")
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

// checkPlay refuses what means nothing.
func checkPlay(o *console.PlayOptions, c *cli.Context) error {
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
