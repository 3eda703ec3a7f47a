package session

import (
	"maps"
	"slices"

	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
)

// Section is the heading of the parameters of sessions in the help of run.
const Section = "Session options"

// Kill, Collection and Choice are the parameters of what a table is played with.
var (
	Kill       = params.Param{Name: "kill", Doc: "play with a `KILL`, half or full", Section: Section, Values: []string{"half", "full"}, Decides: true}
	Collection = params.Param{
		Name: "collection", Doc: "use the collection posted under `NAME`, such as A, or none", Section: Section, Default: AsPosted, Shown: "the first that is posted", Decides: true,
	}
	Choice = params.Param{Name: "choice", Doc: "the button chooses the game of each hand from all games of the house", Section: Section, Decides: true}
)

// TableRows are the parameters of what a table is played with.
var TableRows = []params.Row[Options]{
	{Param: &Kill, At: func(o *Options) any { return &o.Kill }},
	{Param: &Collection, At: func(o *Options) any { return &o.Collection }},
	{Param: &Choice, At: func(o *Options) any { return &o.Choice }},
}

// Rows are the parameters of run for sessions.
var Rows = []params.Row[Options]{
	{Param: &params.Param{Name: "session", Doc: "play one table hand after hand: button, missed blinds, stacks and clock carry over", Decides: true}, At: func(*Options) any { return params.Truth }},
	{Param: &params.Param{
		Name: "hours", Doc: "play until the table's clock has advanced `N` hours", Section: Section, Min: 1, Max: 1_000_000_000, Decides: true,
	}, At: func(o *Options) any { return &o.Hours }},
	TableRows[0], TableRows[1], TableRows[2],
	{Param: &params.Param{
		Name: "crowd", Doc: "`HOW` players come and go: steady or coming", Section: Section, Default: "coming", Values: []string{"steady", "coming"}, Decides: true,
	}, At: func(o *Options) any { return &o.Crowd }},
	{Param: &params.Param{
		Name: "events", Doc: "schedule table events from `FILE`, lines such as '100 post game=2'", Section: Section, Decides: true, Refused: library.NoFiles,
	}, At: func(*Options) any { return params.Text }},
	{Param: &params.Param{
		Name: "sessions", Doc: "play `N` independent sessions, with the seeds from --seed on, and sum them up", Section: Section, Min: 1,
	}, At: func(o *Options) any { return &o.Sessions }},
	{Param: &params.Param{Name: "resume", Doc: "continue the session saved in `FILE`, after replaying it", Section: Section, Refused: library.NoFiles}, At: func(o *Options) any { return &o.Resume }},
}

// because are the parameters that make a run a session, with the reason if it is not what they say.
var because = []struct{ name, reason string }{
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

// Asked reports whether a session was asked for. reason is why, if only by parameters that say something else.
func Asked(given params.Given) (reason string, asked bool) {
	for _, b := range because {
		switch {
		case !given.Has(b.name):
		case b.reason == "":
			return "", true
		case !asked:
			reason, asked = "because of --"+b.name+": "+b.reason, true
		}
	}
	return reason, asked
}

// resumed are the parameters that may be given with --resume; everything else comes from the file.
var resumed = []string{"resume", "session", "hands", "show", "save", "policy", "rows", "rows-format", "rows-tables", "max-steps"}

// CheckResumed returns an error for a parameter that cannot change in a saved session.
func CheckResumed(given params.Given) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(resumed, name) {
			return params.Errorf("--%s cannot change in a saved session: --resume takes --hands, --show, --save, --policy and --format", name)
		}
	}
	return nil
}
