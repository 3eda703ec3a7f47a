package library

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/table"

	"github.com/urfave/cli/v2"
)

// MixedTable is the policy that seats players of different styles.
const MixedTable = "table"

// players are the policies of the standard library, and how MixedTable seats them.
var (
	players   = []string{"tight", "loose", "station", "maniac"}
	tableMix  = []string{"tight", "loose", "tight", "station", "loose", "maniac"}
	playersIn = "@stdlib//players.star:"
)

// Named are the policies that have a name.
func Named() []string { return append(append([]string{"random", "call"}, players...), MixedTable) }

// PolicyFlag is --policy: one for all, and SEAT=POLICY for single seats.
func PolicyFlag(usage, usual string) cli.Flag {
	return &cli.StringSliceFlag{
		Name: "policy", Usage: usage + " random, call, tight, loose, station, maniac, table (a mix) or file.star:name; SEAT=POLICY for one seat; repeatable",
		DefaultText: strconv.Quote(usual),
	}
}

// PolicyText is what --policy says in one text, such as "call, 3=tight.star". Without
// a policy for all it has the usual one.
func PolicyText(c *cli.Context, usual string) string {
	list := c.StringSlice("policy")
	text := strings.Join(list, ", ")
	switch _, own, err := SplitPolicies(text); {
	case len(list) == 0:
		return usual
	case usual != "random" && err == nil && len(own) == len(list):
		return usual + ", " + text
	}
	return text
}

// MakePolicy makes a policy, one for each worker.
type MakePolicy func() (batch.Policy, error)

// Policies are how the seats decide.
type Policies struct {
	rest MakePolicy
	own  map[int]MakePolicy // by seat, from 0
}

// SplitPolicies parts a text into the policy of all and those of single seats, by
// number. A comma that no seat follows belongs to the name of a file.
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

// PolicyNames are the policies of a text, for errors that name their files.
func PolicyNames(text string) []string {
	rest, own, _ := SplitPolicies(text)
	out := []string{rest}
	for seat := 1; seat <= table.MaxSeats; seat++ {
		if name, ok := own[seat]; ok {
			out = append(out, name)
		}
	}
	return out
}

// ReadPolicies makes the policies of a text, for so many seats.
func ReadPolicies(lib *dsl.Library, text string, seats int) (*Policies, error) {
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
	if p.rest, err = policyMaker(lib, rest); err != nil {
		return nil, err
	}
	for seat := 1; seat <= table.MaxSeats; seat++ {
		name, ok := own[seat]
		if !ok {
			continue
		}
		if seat > seats {
			return nil, app.Usagef("--policy %d=%s: there are %d seats", seat, name, seats)
		}
		if name == MixedTable {
			name = tableMix[(seat-1)%len(tableMix)]
		}
		if p.own[seat-1], err = policyMaker(lib, name); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Maker is what makes one policy of all of them.
func (p *Policies) Maker() MakePolicy {
	if len(p.own) == 0 {
		return p.rest
	}
	return func() (batch.Policy, error) {
		rest, own, err := p.Make()
		return &batch.Seated{Own: own, Rest: rest}, err
	}
}

// Make makes each of them.
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

// policyMaker is what makes a policy, one for each worker.
func policyMaker(lib *dsl.Library, name string) (MakePolicy, error) {
	switch name {
	case "random":
		return func() (batch.Policy, error) { return batch.Random{}, nil }, nil
	case "call":
		return func() (batch.Policy, error) { return batch.Caller{}, nil }, nil
	}
	if slices.Contains(players, name) {
		return func() (batch.Policy, error) { return policies.Load(lib.Loader, playersIn+name) }, nil
	}
	if !strings.HasSuffix(FileOf(name), ".star") {
		u := app.UsageHint(fmt.Sprintf("--policy must be random, call, tight, loose, station, maniac, table or file.star:name, not %q", name), "")
		if best := diag.Meant(name, Named()); best != "" {
			u.Hint = "did you mean " + best + "?"
		}
		return nil, u
	}
	ref, err := Ref(name)
	if err != nil {
		return nil, err
	}
	// A policy that does not load is an error before anything is played.
	if _, err := policies.Load(lib.Loader, ref); err != nil {
		return nil, AsTyped(err, name, ref)
	}
	return func() (batch.Policy, error) { return policies.Load(lib.Loader, ref) }, nil
}
