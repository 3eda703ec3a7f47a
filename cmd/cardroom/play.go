package main

import (
	"cmp"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/hand"
	"cardroom/engine/table"

	"github.com/urfave/cli/v2"
)

func newPlay() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "play"},
		Params:  params.Params(playRows),
		Chance:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			o := console.PlayOptions{}
			o.SessionOptions.Crowd = "steady"
			given, err := app.Read(c, playRows, &o)
			if err == nil {
				err = settlePlay(c, std, &o, given)
			}
			if err != nil {
				return err
			}
			if given.Has("debug") {
				return debugPlay(c.Context, std, o)
			}
			return console.Play(c.Context, std, o)
		},
	}
}

// settlePlay checks what was given together, and sets what follows from it.
func settlePlay(c *cli.Context, std *app.IO, o *console.PlayOptions, given params.Given) (err error) {
	style := ""
	if given.Has("cards") {
		style = given["cards"][0]
	}
	if o.Cards, err = runs.ReadCards(std, cmp.Or(style, "auto"), given.Has("four-colour") && given["four-colour"][0] == "true"); err != nil {
		return err
	}
	o.FourAsked = given.Has("four-colour")
	for _, name := range o.Save {
		if !strings.HasSuffix(name, ".phhs") && !strings.HasSuffix(name, ".session") {
			return app.Usagef("--save writes .phhs and .session files, not %q", name)
		}
	}
	if o.Resume == "" && c.NArg() == 0 && std.Stdin.Terminal && std.Stdout.Terminal {
		if o.Game, o.Resume, err = console.Offer(c.Context, std); err != nil {
			return err
		}
	}
	if o.Resume == console.LastGame {
		if o.Resume, err = console.Kept(std); err != nil {
			return err
		}
	}
	if o.Resume != "" {
		// Reject parameters whose values come from the saved game
		if c.NArg() > 0 {
			return app.Usagef("leave out GAME: --resume already names the game")
		}
		if name := params.Fixed(params.Params(playRows), given); name != "" {
			return app.Usagef("--%s cannot change in a saved game", name)
		}
		*o = console.PlayOptions{Head: console.Head{Inputs: runs.Inputs{Policy: o.Policy}}, Hands: o.Hands, Save: o.Save, Resume: o.Resume, Cards: o.Cards, FourAsked: o.FourAsked}
		if !given.Has("policy") {
			o.Policy = ""
		}
		return nil
	}
	if o.Game == "" {
		if o.Game, err = app.OneArgument(c, "GAME"); err != nil {
			return err
		}
	}
	if given.Has("debug") && (o.Floor || len(o.Save) > 0 || given.Has("hands") || o.Choice) {
		return app.Usagef("--debug cannot be used with --floor, --save, --hands and --choice")
	}
	if o.HotSeat {
		o.You = 0
	}
	if o.Names, err = console.ParseNames(given["name"], o.You); err != nil {
		return err
	}
	o.Seed = hand.Seed(app.SeedOf(c, std))
	return nil
}

var playRows = func() []params.Row[console.PlayOptions] {
	type options = console.PlayOptions
	const section = params.Advanced
	hands := runs.Hands
	hands.Doc, hands.Default, hands.Shown = "stop after `N` hands", "", "when you leave"
	tables := params.Changed(params.Group(func(o *options) *runs.SessionOptions { return &o.SessionOptions }, runs.TableRows), func(p *params.Param) { p.Section = section })
	return append([]params.Row[options]{
		{Param: &library.Seats, At: func(o *options) any { return &o.Seats }},
		{Param: &params.Param{Name: "you", Doc: "take seat `N`", Default: "1", Min: 1, Max: table.MaxSeats}, At: func(o *options) any { return &o.You }},
		{Param: &params.Param{Name: "hot-seat", Doc: "people play all seats, at one keyboard", Not: []string{"you"}}, At: func(o *options) any { return &o.HotSeat }},
		{Param: &params.Param{Name: "debug", Doc: "follow scripts and plan with the debugger", Section: section}, At: func(*options) any { return params.Truth }},
		{Param: &params.Param{Name: "floor", Doc: "you also deal: the hand pauses after every card"}, At: func(o *options) any { return &o.Floor }},
		{Param: library.Policy("the others play by `POLICY`:", library.MixedTable), At: func(o *options) any { return library.PolicyText(&o.Policy, library.MixedTable) }},
		{Param: &params.Param{Name: "name", Doc: "name a player, `SEAT=NAME`, or NAME for yourself; repeatable", Section: section}, At: func(*options) any { return params.List }},
		{Param: &library.Stakes, At: func(o *options) any { return &o.Stakes }},
		{Param: &library.Stack, At: func(o *options) any { return &o.Stack }},
		library.SetRow(func(o *options) *map[string]string { return &o.Set }),
		{Param: &hands, At: func(o *options) any { return &o.Hands }},
		{Param: &params.Param{Name: "save", Anew: true, Doc: "save the hands to `FILE`.phhs or the game to FILE.session; repeatable"}, At: func(o *options) any { return &o.Save }},
		{Param: &params.Param{Name: "resume", Anew: true, Alone: console.LastGame, Doc: "continue the game saved in `FILE`.session, or without a name the one that you left last"}, At: func(o *options) any { return &o.Resume }},
		{Param: &params.Param{Name: "cards", Anew: true, Doc: "show suits as `STYLE`: letters, signs or auto", Section: section, Default: "auto", Offers: []string{"auto", "letters", "signs"}}, At: func(*options) any { return params.Text }},
		{Param: &params.Param{Name: "four-colour", Anew: true, Aliases: []string{"four-color"}, Doc: "show clubs green and diamonds blue", Section: section}, At: func(*options) any { return params.Truth }},
		{Param: &params.Seed, At: func(*options) any { return params.Unsigned }},
	}, tables...)
}()
