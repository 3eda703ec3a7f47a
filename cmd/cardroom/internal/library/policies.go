package library

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/files"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
	"cardroom/engine/table"
)

// MixedTable is the policy that seats players of several styles.
const MixedTable = "table"

// players are the policies of the standard library; tableMix is the order in which MixedTable seats them.
var (
	players   = []string{"tight", "loose", "station", "maniac"}
	tableMix  = []string{"tight", "loose", "tight", "station", "loose", "maniac"}
	playersIn = "@stdlib//players.star:"
)

// Builtin returns the built-in policies.
func Builtin() []string { return append(append([]string{"random", "call"}, players...), MixedTable) }

// MakePolicy makes a policy; each worker has its own.
type MakePolicy func() (batch.Policy, error)

// Strategies are the solved strategies among the policies of a command line, by name.
type Strategies map[string]*solve.Strategy

// isStrategy reports whether a policy is a solved strategy, by its file extension.
func isStrategy(name string) bool {
	return strings.HasSuffix(name, ".strategy") || strings.HasSuffix(name, ".json")
}

// ReadStrategies reads the strategies among the policies of a text. All must be for the same game.
func ReadStrategies(std *app.IO, text string) (Strategies, error) {
	out := Strategies{}
	for _, name := range PolicyNames(text) {
		if !isStrategy(name) || out[name] != nil {
			continue
		}
		data, err := std.ReadText(name)
		if err != nil {
			return nil, err
		}
		s, err := solve.ReadStrategy(name, data)
		if err != nil {
			return nil, err
		}
		if first := out.First(); first != nil && !first.SameGame(s) {
			return nil, app.Usagef("--policy: %s and %s are strategies for different games, or for different sizes, stakes or stacks", first.Name, name)
		}
		out[name] = s
	}
	return out, nil
}

// First returns one of the strategies, nil if there are none.
func (s Strategies) First() *solve.Strategy {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		return s[name]
	}
	return nil
}

// Small returns the strategies' small game, nil if there are none. stakes and seats are the requested ones, "" and 0 for any.
func (s Strategies) Small(game *plan.Game, stakes string, seats int) (*enumerate.Small, error) {
	first := s.First()
	if first == nil {
		return nil, nil
	}
	small, err := first.Small(game)
	var misfit *solve.MisfitError
	if errors.As(err, &misfit) {
		return nil, app.UsageHint("--policy "+misfit.Error(), misfit.Remedy)
	}
	if err != nil {
		return nil, err
	}
	if seats != 0 && seats != len(small.Stacks) {
		return nil, app.Usagef("--policy %s is a strategy for %d seats, not for %d", first.Name, len(small.Stacks), seats)
	}
	if stakes != "" {
		asked, err := game.ParseStakes(stakes)
		if err != nil {
			return nil, err
		}
		if asked.Text() != small.Bound.Stakes.Text() {
			return nil, app.UsageHint(fmt.Sprintf("--policy %s is a strategy for %s, not for %s", first.Name, small.Bound.Stakes.String(), asked.String()), "leave out --stakes")
		}
	}
	return small, nil
}

// Policies are the policies of the seats.
type Policies struct {
	rest MakePolicy
	own  map[int]MakePolicy // by seat, from 0
}

// SplitPolicies splits a text into the policy for all seats and those for single seats, by seat number. A comma that is not
// followed by SEAT= belongs to a file name.
func SplitPolicies(text string) (rest string, own map[int]string, err error) {
	rest, own = "random", map[int]string{}
	seen, last := false, -1
	for i, part := range strings.Split(text, ",") {
		number, name, ok := strings.Cut(part, "=")
		seat, bad := strconv.Atoi(strings.TrimSpace(number))
		switch {
		case ok && bad == nil && (seat < 1 || seat > table.MaxSeats):
			return "", nil, app.Usagef("--policy %s: a seat is a number from 1", strings.TrimSpace(part))
		case ok && bad == nil && own[seat] != "":
			return "", nil, app.Usagef("--policy gives seat %d two policies", seat)
		case ok && bad == nil:
			own[seat], last = strings.TrimSpace(name), seat
		case last > 0:
			own[last] += "," + part
		case i > 0 && seen:
			rest += "," + part
		default:
			rest, seen = strings.TrimSpace(part), true
		}
	}
	return rest, own, nil
}

// PolicyNames returns the policies of a text, for errors that name their files.
func PolicyNames(text string) []string {
	rest, own, _ := SplitPolicies(text)
	out := []string{rest}
	for _, seat := range slices.Sorted(maps.Keys(own)) {
		out = append(out, own[seat])
	}
	return out
}

// ReadPolicies reads the policies of a text, for a number of seats. strategies are those of [ReadStrategies], nil if strategies
// are not allowed.
func ReadPolicies(lib *dsl.Library, strategies Strategies, text string, seats int) (*Policies, error) {
	rest, own, err := SplitPolicies(text)
	if err != nil {
		return nil, err
	}
	if rest == MixedTable {
		for seat := 1; seat <= seats; seat++ {
			if _, ok := own[seat]; !ok {
				own[seat] = MixedTable
			}
		}
		rest = tableMix[0]
	}
	p := &Policies{own: map[int]MakePolicy{}}
	if p.rest, err = policyMaker(lib, strategies, rest); err != nil {
		return nil, err
	}
	for _, seat := range slices.Sorted(maps.Keys(own)) {
		name := own[seat]
		if seat > seats {
			return nil, app.Usagef("--policy %d=%s: there are %d seats", seat, name, seats)
		}
		if name == MixedTable {
			name = tableMix[(seat-1)%len(tableMix)]
		}
		if p.own[seat-1], err = policyMaker(lib, strategies, name); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Maker returns a function that makes one policy for all seats.
func (p *Policies) Maker() MakePolicy {
	if len(p.own) == 0 {
		return p.rest
	}
	return func() (batch.Policy, error) {
		rest, own, err := p.Make()
		return &batch.Seated{Own: own, Rest: rest}, err
	}
}

// Make makes a policy for each seat that has its own, and one for the rest.
func (p *Policies) Make() (rest batch.Policy, own map[int]batch.Policy, err error) {
	own = map[int]batch.Policy{}
	if rest, err = p.rest(); err != nil {
		return nil, nil, err
	}
	for seat, make := range p.own {
		if own[seat], err = make(); err != nil {
			return nil, nil, err
		}
	}
	return rest, own, nil
}

// policyMaker returns a function that makes a policy.
func policyMaker(lib *dsl.Library, strategies Strategies, name string) (MakePolicy, error) {
	switch name {
	case "random":
		return func() (batch.Policy, error) { return batch.Random{}, nil }, nil
	case "call":
		return func() (batch.Policy, error) { return batch.Caller{}, nil }, nil
	}
	if slices.Contains(players, name) {
		return func() (batch.Policy, error) { return policies.Load(lib.Loader, playersIn+name) }, nil
	}
	if s := strategies[name]; s != nil {
		return func() (batch.Policy, error) { return s.NewPlayer(), nil }, nil
	}
	if isStrategy(name) {
		return nil, app.UsageHint(fmt.Sprintf("--policy %s: a strategy plays only the small game that it was made for", name), "'cardroom run', 'play' and 'repl' play such games")
	}
	if !strings.HasSuffix(FileOf(name), ".star") {
		u := app.UsageHint(fmt.Sprintf("--policy must be random, call, tight, loose, station, maniac, table, file.star:name or file.strategy, not %q", name), "")
		if best := diag.Meant(name, Builtin()); best != "" {
			u.Hint = "did you mean " + best + "?"
		}
		return nil, u
	}
	ref, err := Ref(name)
	if err != nil {
		return nil, err
	}
	// A policy that does not load is reported before anything is played.
	if _, err := policies.Load(lib.Loader, ref); err != nil {
		return nil, AsTyped(err, name, ref)
	}
	return func() (batch.Policy, error) { return policies.Load(lib.Loader, ref) }, nil
}

// GameDigest returns the hash of a game's scripts, given the name that the user typed and the game's id.
func GameDigest(lib *dsl.Library, typed, id string) (string, error) {
	ref, err := Ref(typed)
	if err != nil {
		return "", err
	}
	if !strings.HasSuffix(FileOf(ref), ".star") {
		ref = id // a game may have aliases
	}
	digest, err := lib.GameDigest(ref)
	if err != nil {
		return "", AsTyped(err, typed, ref)
	}
	return digest, nil
}

// PolicyDigests returns the hashes of the scripts and strategies among the policies of a text, by their names in the text, and
// of the script of the built-in players.
func PolicyDigests(std *app.IO, lib *dsl.Library, text string) (map[string]string, error) {
	out := map[string]string{}
	for _, name := range PolicyNames(text) {
		ref, file := "", FileOf(name)
		var err error
		switch {
		case slices.Contains(players, name) || name == MixedTable:
			ref, name = strings.TrimSuffix(playersIn, ":"), "players"
		case isStrategy(name):
			data, err := std.ReadText(name)
			if err != nil {
				return nil, err
			}
			h := files.NewDigest()
			_, _ = h.Write([]byte(data))
			out[name] = h.String()
			continue
		case strings.HasSuffix(file, ".star"):
			if ref, err = Ref(name); err != nil {
				return nil, err
			}
		default:
			continue
		}
		if out[name], err = lib.Digest(ref); err != nil {
			return nil, AsTyped(err, name, ref)
		}
	}
	return out, nil
}

// SmallGames are the small versions of games that a command line requests.
type SmallGames struct {
	Sizes     []enumerate.Size // none for the game's default
	Wishes    enumerate.Wishes
	OpenFolds bool

	named string // --size
}

// usualStack is the default stack of each player.
const usualStack = "100bb"

// SmallRows returns the rows of what makes a game small. sizes is the help of --size, and usual its default.
func SmallRows[O any](section, sizes, usual string, at func(*O) *SmallGames) []params.Row[O] {
	return params.Group(at, []params.Row[SmallGames]{
		{Param: &params.Param{
			Name: "size", Doc: sizes + ": kuhn (one round), leduc (two rounds), royal (three rounds), whole (all of the game), or a TOML file", Shown: usual, Section: section, Example: "kuhn", Offers: append(enumerate.SizeNames(), params.Files),
		}, At: func(s *SmallGames) any { return &s.named }},
		{Param: &params.Param{Name: "stakes", Doc: "play for `STAKES`", Section: section, Example: "2-4"}, At: func(s *SmallGames) any { return &s.Wishes.Stakes }},
		{Param: &params.Param{Name: "seats", Doc: "seat `N` players", Shown: "as few as may play", Section: section, Min: 1, Max: 23, Example: "2"}, At: func(s *SmallGames) any { return &s.Wishes.Seats }},
		{Param: &params.Param{
			Name: "stack", Doc: "give each player `CHIPS`, or a list for seat 1, seat 2, …: \"4\", \"3,4,6\"", Shown: "enough for the bets of the size", Section: section, Example: "8",
		}, At: func(s *SmallGames) any {
			return params.TextSetter(func(text string) error { return about("--stack is", s.Wishes.ReadStacks(text)) })
		}},
		{Param: &params.Param{
			Name: "deck-ranks", Doc: "deal from this many `RANKS`, or from these: 4, A5K", Shown: "3, or as many as are needed", Section: section, Example: "3",
		}, At: func(s *SmallGames) any {
			return params.TextSetter(func(text string) error { return about("--deck-ranks is", s.Wishes.ReadRanks(text)) })
		}},
		{Param: &params.Param{Name: "deck-suits", Doc: "deal from `N` suits", Shown: "by size 1, 2 or 4", Section: section, Min: 1, Max: 4, Example: "2"}, At: func(s *SmallGames) any { return &s.Wishes.Suits }},
		{Param: &params.Param{Name: "open-folds", Doc: "also try folds where a check is free", Section: section}, At: func(s *SmallGames) any { return &s.OpenFolds }},
	})
}

func about(what string, err error) error {
	if err != nil {
		return app.Usagef("%s %v", what, err)
	}
	return nil
}

// Settle finds the sizes. What the command line asks for overrides a file. files is false if no file may be read.
func (s *SmallGames) Settle(std *app.IO, files bool) error {
	if s.named == "" {
		return nil
	}
	for name := range strings.SplitSeq(s.named, ",") {
		name = strings.TrimSpace(name)
		size, ok := enumerate.SizeByName(name)
		switch {
		case ok:
		case !files || !strings.HasSuffix(name, ".toml"):
			hint := ""
			if files {
				hint = "a file of your own ends in .toml"
			}
			return app.UsageHint(fmt.Sprintf("--size must be %s, not %q", strings.Join(enumerate.SizeNames(), ", "), name), hint)
		default:
			text, err := std.ReadText(name)
			if err != nil {
				return err
			}
			f, err := enumerate.ReadSize(name, text)
			if err != nil {
				return err
			}
			w := &s.Wishes
			size, w.Stakes, w.Seats, w.Suits = f.Size, cmp.Or(w.Stakes, f.Wishes.Stakes), cmp.Or(w.Seats, f.Wishes.Seats), cmp.Or(w.Suits, f.Wishes.Suits)
			if w.Ranks == 0 && w.Only == nil {
				w.Ranks, w.Only = f.Wishes.Ranks, f.Wishes.Only
			}
			if w.Stacks == nil {
				w.Stacks = f.Wishes.Stacks
			}
		}
		s.Sizes = append(s.Sizes, size)
	}
	return nil
}
