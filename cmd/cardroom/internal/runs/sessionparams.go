package runs

import (
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
)

// section is the heading of the parameters of sessions in the help of run.
const section = "Session options"

// Kill, Collection and Choice are the parameters of what a table is played with.
var (
	Kill       = params.Param{Name: "kill", Because: "a kill carries over from hand to hand", Doc: "play with a `KILL`, half or full", Section: section, Values: []string{"half", "full"}, Decides: true}
	collection = params.Param{
		Name: "collection", Because: "collections are posted for tables", Doc: "use the collection posted under `NAME`, such as A, or none", Section: section, Default: asPosted, Shown: "the first that is posted", Decides: true,
	}
	choice = params.Param{Name: "choice", Because: "the button names a game for each hand of a table", Doc: "the button chooses the game of each hand from all games of the house", Section: section, Decides: true}
)

// TableRows are the parameters of what a table is played with.
var TableRows = []params.Row[SessionOptions]{
	{Param: &Kill, At: func(o *SessionOptions) any { return &o.Kill }},
	{Param: &collection, At: func(o *SessionOptions) any { return &o.Collection }},
	{Param: &choice, At: func(o *SessionOptions) any { return &o.Choice }},
}

// SessionRows are the parameters of run for sessions.
var SessionRows = []params.Row[SessionOptions]{
	{Param: &params.Param{Name: "session", Anew: true, Doc: "play one table hand after hand: button, missed blinds, stacks and clock carry over", Decides: true}, At: func(*SessionOptions) any { return params.Truth }},
	{Param: &params.Param{
		Name: "hours", Because: "only a table has a clock", Doc: "play until the table's clock has advanced `N` hours", Section: section, Min: 1, Max: 1_000_000_000, Decides: true,
	}, At: func(o *SessionOptions) any { return &o.Hours }},
	TableRows[0], TableRows[1], TableRows[2],
	{Param: &params.Param{
		Name: "crowd", Because: "players come to a table and leave it", Doc: "`HOW` players come and go: steady or coming", Section: section, Default: "coming", Values: []string{"steady", "coming"}, Decides: true,
	}, At: func(o *SessionOptions) any { return &o.Crowd }},
	{Param: &params.Param{
		Name: "events", Because: "events happen at a table", Doc: "schedule table events from `FILE`, lines such as '100 post game=2'", Section: section, Decides: true, Refused: library.NoFiles,
	}, At: func(*SessionOptions) any { return params.Text }},
	{Param: &params.Param{
		Name: "sessions", Doc: "play `N` independent sessions, with the seeds from --seed on, and sum them up", Section: section, Min: 1,
	}, At: func(o *SessionOptions) any { return &o.Sessions }},
	{Param: &params.Param{
		Name: "tables", Decides: true, Because: "a tournament is played at tables", Doc: "play a tournament at `N` tables, which are balanced and broken; its table sells chips as offered", Section: section, Min: 1, Max: 100,
	}, At: func(o *SessionOptions) any { return &o.Tables }},
	{Param: &params.Param{Name: "resume", Anew: true, Doc: "continue the session saved in `FILE`, after replaying it", Section: section, Refused: library.NoFiles}, At: func(o *SessionOptions) any { return &o.Resume }},
}

// Asked reports whether a session was asked for. reason is why, if only by parameters that say something else.
func Asked(given params.Given) (reason string, asked bool) {
	for _, p := range params.Params(SessionRows) {
		switch {
		case !given.Has(p.Name):
		case p.Because == "":
			return "", true
		case !asked:
			reason, asked = "because of --"+p.Name+": "+p.Because, true
		}
	}
	return reason, asked
}
