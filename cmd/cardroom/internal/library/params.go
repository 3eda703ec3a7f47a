package library

import (
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/params"
)

// NoFiles is why strangers may not give parameters that name files or folders.
const NoFiles = "messages name no files"

// These parameters mean the same in all commands that have them.
var (
	Seats = params.Param{Name: "seats", Doc: "seat `N` players", Shown: "6, or the most the game takes", Min: 2, Decides: true, Said: true, Tables: true, Example: "3"}

	Stakes = params.Param{
		Name: "stakes", Doc: "play for `STAKES`: 2-4, 1-3/1-6, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", Shown: "the house's", Decides: true, Said: true, Tables: true, Example: "2-4",
	}
	Stack = params.Param{
		Name: "stack", Doc: "give each player `SIZE`: chips, or big blinds as in 40bb; a list sets seat 1, seat 2, …", Default: usualStack, Decides: true, Said: true, Tables: true, Example: "40bb",
	}
	Deck = params.Param{
		Name: "deck", Doc: "deal from `FILE`: one deck per line, top card first", Section: params.Advanced, Shown: "random decks", Decides: true, Refused: NoFiles,
	}
	Workers = params.Param{
		Name: "workers", Doc: "use `N` cores; results stay the same", Section: params.Advanced, Shown: "all", Min: 1, Tables: true, Refused: "the server decides how many work",
	}
	Set = params.Param{Name: "set", Doc: "set a rule option, `OPTION=VALUE`; repeatable", Decides: true, Tables: true, Offers: []string{params.Settings}}
)

// SetRow returns the row of the options of a game.
func SetRow[O any](at func(*O) *map[string]string) params.Row[O] { return ChoicesRow(&Set, at) }

// ChoicesRow returns the row of options of a game under another name.
func ChoicesRow[O any](p *params.Param, at func(*O) *map[string]string) params.Row[O] {
	return params.Row[O]{Param: p, At: func(o *O) any {
		return params.ChoicesSetter(func(words []string) (err error) {
			*at(o), err = ParseChoices(p.Name, words)
			return err
		})
	}}
}

// Policy returns the parameter of policies: one for all seats, and SEAT=POLICY for single seats.
func Policy(usage, usual string) *params.Param {
	return &params.Param{
		Name: "policy", Anew: true, Doc: usage + " random, call, tight, loose, station, maniac, table, file.star:name or file.strategy; SEAT=POLICY for one seat; repeatable",
		Default: usual, Shown: strconv.Quote(usual), Decides: true, Said: true, Tables: true, OneText: true, Example: "tight", Offers: []string{params.Policies, params.Files},
	}
}

// PolicyText reads policies as one text, such as "call, 3=tight.star". The usual policy is added if there is none for all seats.
func PolicyText(to *string, usual string) params.ListSetter {
	return func(list []string) error {
		*to = strings.Join(list, ", ")
		if _, own, err := SplitPolicies(*to); usual != "random" && err == nil && len(own) == len(list) {
			*to = usual + ", " + *to
		}
		return nil
	}
}
