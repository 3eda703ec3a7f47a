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

func newPlay() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "play",
			Usage:     "play a game at the terminal",
			ArgsUsage: "GAME",
			Category:  app.SectionPlay,
			Description: `Plays a game hand by hand. You have one seat; policies play the others, or --hot-seat lets everyone play at one keyboard.

Type what a player would say: "call", "raise to 12", "draw 2". Type "help" for the other commands and "quit" to leave. GAME can also be a menu, from which the button chooses, or a script that describes a table.`,
			Flags: []cli.Flag{
				library.SeatsFlag(),
				&cli.IntFlag{Name: "you", Usage: "take seat `N`", Value: 1},
				&cli.BoolFlag{Name: "hot-seat", Usage: "people play all seats, at one keyboard", DisableDefaultText: true},
				debugFlag("follow scripts and plan with the debugger"),
				&cli.BoolFlag{Name: "floor", Usage: "you also deal: the hand pauses after every card", DisableDefaultText: true},
				library.PolicyFlag("the others play by `POLICY`:", library.MixedTable),
				&cli.StringSliceFlag{Name: "name", Usage: "name a player, `SEAT=NAME`, or NAME for yourself; repeatable", Category: app.AdvancedCategory},
				library.StakesFlag(),
				library.StackFlag(),
				library.SetFlag(),
				&cli.StringFlag{Name: "kill", Usage: "play with a `KILL`, half or full", Category: app.AdvancedCategory},
				&cli.StringFlag{Name: "collection", Usage: "use the collection posted under `NAME`, such as A, or none", Category: app.AdvancedCategory, Value: session.AsPosted, DefaultText: "the first that is posted"},
				&cli.BoolFlag{Name: "choice", Usage: "the button chooses the game of each hand from all games of the house", Category: app.AdvancedCategory, DisableDefaultText: true},
				&cli.Int64Flag{Name: "hands", Usage: "stop after `N` hands", DefaultText: "when you leave"},
				&cli.StringSliceFlag{Name: "save", Usage: "save the hands to `FILE`.phhs or the game to FILE.session; repeatable"},
				&cli.StringFlag{Name: "resume", Usage: "continue the game saved in `FILE`.session"},
				&cli.StringFlag{Name: "cards", Usage: "show suits as `STYLE`: letters, signs or auto", Category: app.AdvancedCategory, Value: "auto"},
				&cli.BoolFlag{Name: "four-colour", Aliases: []string{"four-color"}, Usage: "show clubs green and diamonds blue", Category: app.AdvancedCategory, DisableDefaultText: true},
			},
		},
		Chance: true,
		Examples: []app.Example{
			{Line: "cardroom play angies/holdem", Shows: "hold'em against a table of tight, loose and wild players"},
			{Line: "cardroom play mixed/nt --seats 2 --policy call --seed 7", Shows: "heads up, the same cards every time"},
			{Line: "cardroom play mixed/nt --name Ann --name 2=Bob --policy 2=call --policy 3=tight", Shows: "name the players, and give each a policy"},
			{Line: "cardroom play angies/dealers-choice --hot-seat --seats 3", Shows: "three people at one keyboard; the button names the game"},
			{Line: "cardroom play angies/holdem --kill half --save evening.session --save evening.phhs", Shows: "with a kill; save the game and its hands"},
		},
		Scripts: true, IgnoresInterrupt: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			opts, err := readPlayOptions(c, std)
			if err != nil {
				return err
			}
			if c.Bool("debug") {
				return debugPlay(c.Context, std, opts)
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
	o.FourAsked = c.IsSet("four-colour")
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
	o.Seats, o.Stakes, o.Stack, o.Policy = c.Int("seats"), c.String("stakes"), c.String("stack"), library.PolicyText(c, library.MixedTable)
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

// onlyResumes rejects flags whose values come from the saved game.
func onlyResumes(o *console.PlayOptions, c *cli.Context) error {
	if c.NArg() > 0 {
		return app.Usagef("leave out GAME: --resume already names the game")
	}
	if c.IsSet("policy") {
		o.Policy = library.PolicyText(c, library.MixedTable)
	}
	for _, name := range []string{"seats", "you", "hot-seat", "floor", "name", "stakes", "stack", "set", "kill", "collection", "choice", "debug", "seed"} {
		if c.IsSet(name) {
			return app.Usagef("--%s cannot change in a saved game", name)
		}
	}
	return nil
}

// checkPlay rejects invalid values.
func checkPlay(o *console.PlayOptions, c *cli.Context) error {
	switch {
	case c.IsSet("seats") && o.Seats < 2:
		return app.Usagef("--seats must be at least 2, not %d", o.Seats)
	case o.HotSeat && c.IsSet("you"):
		return app.Usagef("--hot-seat and --you cannot be used together")
	case o.You < 1 || o.You > table.MaxSeats:
		return app.Usagef("--you must be at least 1, not %d", o.You)
	case c.IsSet("hands") && o.Hands < 1:
		return app.Usagef("--hands must be at least 1, not %d", o.Hands)
	case c.Bool("debug") && (o.Floor || len(o.Save) > 0 || c.IsSet("hands") || o.Choice):
		return app.Usagef("--debug cannot be used with --floor, --save, --hands and --choice")
	case o.Kill != "" && o.Kill != "half" && o.Kill != "full":
		return app.Usagef("--kill must be half or full, not %q", o.Kill)
	}
	if o.HotSeat {
		o.You = 0
	}
	return nil
}
