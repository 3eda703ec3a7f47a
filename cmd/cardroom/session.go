package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/dataset"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/session"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/versus"

	"github.com/urfave/cli/v2"
)

// sessionOptions is the heading of the session options in the help.
const sessionOptions = "Session options"

// sessionFlags returns the flags of run for sessions.
func sessionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "session", Usage: "play one table hand after hand: button, missed blinds, stacks and clock carry over", DisableDefaultText: true},
		&cli.Int64Flag{Name: "hours", Usage: "play until the table's clock has advanced `N` hours", Category: sessionOptions},
		&cli.StringFlag{Name: "kill", Usage: "play with a `KILL`, half or full", Category: sessionOptions},
		&cli.StringFlag{Name: "collection", Usage: "use the collection posted under `NAME`, such as A, or none", Category: sessionOptions, Value: session.AsPosted, DefaultText: "the first that is posted"},
		&cli.BoolFlag{Name: "choice", Usage: "the button chooses the game of each hand from all games of the house", Category: sessionOptions, DisableDefaultText: true},
		&cli.StringFlag{Name: "crowd", Usage: "`HOW` players come and go: steady or coming", Category: sessionOptions, Value: "coming"},
		&cli.StringFlag{Name: "events", Usage: "schedule table events from `FILE`, lines such as '100 post game=2'", Category: sessionOptions},
		&cli.Int64Flag{Name: "sessions", Usage: "play `N` independent sessions, with the seeds from --seed on, and sum them up", Category: sessionOptions},
		&cli.StringFlag{Name: "resume", Usage: "continue the session saved in `FILE`, after replaying it", Category: sessionOptions},
	}
}

func readSessionOptions(c *cli.Context) (s session.Options, err error) {
	s = session.Options{
		Hours: c.Int64("hours"), Kill: c.String("kill"), Collection: c.String("collection"), Choice: c.Bool("choice"), Crowd: c.String("crowd"),
		Resume: c.String("resume"), Sessions: c.Int64("sessions"),
	}
	if c.IsSet("hours") && s.Hours == 0 {
		return s, app.Usagef("--hours must be at least 1, not 0")
	}
	return s, s.Check()
}

// ofTables are the flags that make a run a session, each with the reason if it is not the flag itself.
var ofTables = []struct{ flag, because string }{
	{"session", ""},
	{"hours", "only a table has a clock"},
	{"kill", "a kill carries over from hand to hand"},
	{"collection", "collections are posted for tables"},
	{"choice", "the button names a game for each hand of a table"},
	{"crowd", "players come to a table and leave it"},
	{"events", "events happen at a table"},
	{"sessions", ""},
	{"resume", ""},
}

// isSession reports whether to play a session: because of a flag, a script that defines a table but no game, or the name of a
// house's table that is not also the name of a game. because is the reason to print, if only a flag that says something else
// makes it one.
func isSession(c *cli.Context, std *app.IO) (because string, session bool) {
	for _, f := range ofTables {
		switch {
		case !c.IsSet(f.flag):
		case f.because == "":
			return "", true
		case !session:
			because, session = "because of "+versus.Dashes(f.flag)+": "+f.because, true
		}
	}
	if session {
		return because, true
	}
	name := c.Args().First()
	if name == "" {
		return "", false
	}
	set, err := library.ParseSet(c.StringSlice("set"))
	ref, err2 := library.Ref(name)
	if err != nil || err2 != nil {
		return "", false
	}
	lib := library.New(std, set)
	if t, err := lib.Table(ref); t == nil || err != nil {
		return "", false
	}
	if strings.HasSuffix(library.FileOf(name), ".star") {
		return "", true
	}
	menu, err := lib.Menu(name)
	return "", err == nil && menu == nil && !lib.IsGame(name)
}

// doSession is the action of run for sessions.
func doSession(c *cli.Context, std *app.IO, format, because string) error {
	extra, err := readSessionOptions(c)
	extra.Because = because
	if err != nil {
		return err
	}
	if extra.Resume != "" {
		opts, err := readResumeOptions(c, format)
		if err != nil {
			return err
		}
		return session.Resume(c.Context, std, opts, extra.Resume)
	}
	opts, err := readRunOptions(c, std, format)
	if err != nil {
		return err
	}
	if opts.Hand > 0 || opts.KeepGoing {
		return app.Usagef("a session cannot use --hand or --keep-going: each hand depends on the one before")
	}
	opts.UpTo = "--hands"
	if opts.Deck != "" {
		return app.Usagef("a session cannot use --deck: each hand depends on the one before")
	}
	if c.IsSet("workers") && extra.Sessions == 0 {
		return app.Usagef("a session cannot use --workers: each hand depends on the one before; --sessions N plays N of them on all processors")
	}
	if !c.IsSet("show") {
		opts.Show = 0
	}
	if c.IsSet("sessions") && extra.Sessions < 1 {
		return app.Usagef("--sessions must be at least 1, not %d", extra.Sessions)
	}
	if err := session.CheckMany(&opts, &extra, std.Wants(format, report.HTML)); err != nil {
		return err
	}
	if name := c.String("events"); name != "" {
		if extra.Events, err = session.ReadEvents(std, name); err != nil {
			return err
		}
	}
	if extra.Hours > 0 && !c.IsSet("hands") {
		opts.Hands = 0
	}
	if extra.Sessions > 0 {
		return session.RunMany(c.Context, std, opts, extra)
	}
	return session.Run(c.Context, std, opts, extra, nil)
}

// readResumeOptions reads the flags that are allowed with --resume; everything else
// comes from the file.
func readResumeOptions(c *cli.Context, format string) (o simulate.Options, err error) {
	if c.NArg() > 0 {
		return o, app.Usagef("leave out GAME: --resume already names the session")
	}
	for _, name := range []string{"seats", "stakes", "stack", "deck", "set", "shard", "out", "checkpoint", "seed", "mishaps", "hand", "keep-going", "hours", "kill", "collection", "choice", "crowd", "events", "sessions"} {
		if c.IsSet(name) {
			return o, app.Usagef("--%s cannot change in a saved session: --resume takes --hands, --show, --save, --policy and --format", name)
		}
	}
	o = simulate.Options{Format: format, Save: c.String("save")}
	if o.Rows, err = dataset.Read(c); err != nil {
		return o, err
	}
	if c.IsSet("policy") {
		o.Policy = library.PolicyText(c, "random")
	}
	if c.IsSet("hands") {
		o.Hands = c.Int64("hands")
	}
	if c.IsSet("show") {
		o.Show = c.Int64("show")
	}
	o.Workers = 1
	return o, checkRun(&o, c)
}
