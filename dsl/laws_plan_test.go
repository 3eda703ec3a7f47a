package dsl_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/fuzzhouses"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// The plan of the search for violated invariants: piece n is the same whenever it is played. A piece takes one value of one
// option, so that a full round of pieces covers every value of every option, and plays tables of many kinds with it.

// lawSubject is a game, a menu or a table of a house, or a game of no house.
type lawSubject struct {
	kind    lawKind
	ref     string
	options []plan.Option
}

type lawKind uint8

const (
	ofGame lawKind = iota
	ofMenu
	ofTable
	ofPart
)

// lawItem is a subject with one value of one of its options, "" for none.
type lawItem struct {
	lawSubject
	option, value string
}

func (it *lawItem) String() string {
	if it.option == "" {
		return it.ref
	}
	return fmt.Sprintf("%s %s=%s", it.ref, it.option, it.value)
}

// lawItems returns the items of all houses in order.
func lawItems(t testing.TB) (out []lawItem) {
	t.Helper()
	for _, s := range lawSubjects(t) {
		out = append(out, lawItem{lawSubject: s})
		for _, o := range s.options {
			for _, v := range valuesOf(t, &s, &o) {
				out = append(out, lawItem{s, o.Name, v})
			}
		}
	}
	return out
}

func lawSubjects(t testing.TB) (out []lawSubject) {
	t.Helper()
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		out = append(out, lawSubject{ofGame, g.ID, once(g.Options)})
	}
	menus, err := lib.Menus()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range menus {
		out = append(out, lawSubject{kind: ofMenu, ref: m.ID}) // the options of their games are covered by the games
	}
	tables, err := lib.Tables()
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range tables {
		options, err := lib.TableOptions(ref)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, lawSubject{ofTable, ref, once(options)})
	}
	for _, g := range fuzzhouses.Parts() {
		out = append(out, lawSubject{kind: ofPart, ref: g.ID})
	}
	return out
}

// once returns the options without duplicate names.
func once(options []plan.Option) (out []plan.Option) {
	for _, o := range options {
		if !slices.ContainsFunc(out, func(p plan.Option) bool { return p.Name == o.Name }) {
			out = append(out, o)
		}
	}
	return out
}

// valuesOf returns the values of an option with which the subject can be played. An option that accepts any value is tried with
// the default and with small numbers.
func valuesOf(t testing.TB, s *lawSubject, o *plan.Option) (out []string) {
	t.Helper()
	if len(o.Choices) > 0 {
		return o.Choices
	}
	values, ok := freeValues[o.Name]
	if !ok {
		values = []string{"0", "1", "2", "3"}
	}
	for _, v := range slices.Concat([]string{o.Default}, values) {
		if _, err := s.open(s.library(map[string]string{o.Name: v}), ""); err == nil && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// freeValues are values of options that accept any text: the collection options of the casino, one for each number of players or
// one for all.
var freeValues = map[string][]string{
	"limits": {"2-4", "4-8", "5-10 blinds 2/5"},
	"fee_options": {
		"16,9,1", "17,10,2", "18,11,3", "19,12,4", "20,13,5", "21,14,6", "22,15,7", "23", "24", "25", "26", "27", "28", "29", "30",
		"31", "32", "33", "34", "35", "36", "37",
	},
}

// lawTable is one table of a piece.
type lawTable struct {
	lawSubject
	set     map[string]string
	stakes  string
	seats   int
	stacks  []string // as for --stack: one for all, or one for each seat
	rate    float64
	caller  bool
	session bool
	kill    string
	steady  bool
	seed    uint64
	from    int64 // the first hand of a run, 0 for 1
	hands   int64
	replay  bool // every hand is recorded and replayed
	look    bool // check the invariants before every choice, and undo
	odd     bool // rulings are random instead of the house's
	also    func(*table.Deal, *batch.Played)
}

// lawSeed separates the random numbers of the plan from those of the hands.
const lawSeed = 0x1a3f5c7e9b2d4f61

var (
	lawRates  = []float64{0.02, 0.05, 0.2, 0.5}
	lawStacks = []string{"chip", "1bb", "3bb", "10bb", "100bb", "1000bb"}
	lawStakes = []string{"2-4", "1-3/1-6", "5-10", "pl 1-2", "nl 1-2", "nl 1-2 ante 1"}
)

// lawPiece returns the n-th piece: tables of one item.
func lawPiece(items []lawItem, n, tables, hands int64) (it *lawItem, out []lawTable) {
	it = itemOf(items, n)
	r := hand.NewSource(lawSeed, uint64(n))
	set := map[string]string{}
	for _, o := range it.options {
		if len(o.Choices) > 0 && r.Below(3) == 0 {
			set[o.Name] = o.Choices[r.Below(uint64(len(o.Choices)))]
		}
	}
	if it.option != "" {
		set[it.option] = it.value
	}
	for k := range tables {
		out = append(out, drawTable(it, set, &r))
		tt := &out[k]
		tt.hands, tt.seed = hands, uint64(n)*1000+uint64(k)+1
	}
	return it, out
}

// itemOf returns the item of a piece: consecutive pieces have different games, and as many pieces as there are items cover all
// items.
func itemOf(items []lawItem, n int64) *lawItem {
	size := int64(len(items))
	stride := size * 5 / 8
	for gcd(stride, size) != 1 {
		stride++
	}
	return &items[n%size*stride%size]
}

func gcd(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

func drawTable(it *lawItem, set map[string]string, r *hand.Source) lawTable {
	tt := lawTable{lawSubject: it.lawSubject, set: set, seats: -int(r.Below(4)), rate: lawRates[r.Below(4)]}
	if r.Below(2) == 0 {
		tt.stakes = lawStakes[r.Below(uint64(len(lawStakes)))]
	}
	tt.stacks = []string{lawStacks[r.Below(uint64(len(lawStacks)))]}
	tt.caller, tt.replay, tt.look = r.Below(3) == 0, r.Below(10) == 0, r.Below(8) == 0
	tt.session = it.kind == ofTable || r.Below(4) == 0
	if tt.session {
		tt.kill, tt.steady = []string{"", "", "half", "full"}[r.Below(4)], r.Below(2) == 0
		return tt
	}
	if r.Below(3) == 0 { // a different stack for each seat
		tt.stacks = nil
		for range betMax {
			tt.stacks = append(tt.stacks, lawStacks[r.Below(uint64(len(lawStacks)))])
		}
	}
	tt.odd = it.kind == ofGame && r.Below(6) == 0
	return tt
}

// betMax is more than the seats of any table.
const betMax = 22

// lawOpened is what a subject plays.
type lawOpened struct {
	plans []*plan.AtStakes // several for a menu
	cfg   *table.Config    // for a session
}

// open binds a subject to stakes, or to its default stakes if it is not played at those.
func (s *lawSubject) open(lib *dsl.Library, stakes string) (o lawOpened, err error) {
	var games []*plan.Game
	switch s.kind {
	case ofTable:
		o.cfg, err = lib.Table(s.ref)
		if err == nil && o.cfg == nil {
			err = fmt.Errorf("no table %s", s.ref)
		}
		return o, err
	case ofMenu:
		m, err := lib.Menu(s.ref)
		if err != nil {
			return o, err
		}
		games = m.Games
	default:
		g, err := lib.Find(s.ref)
		if err != nil {
			return o, err
		}
		games = []*plan.Game{g}
	}
	for _, g := range games {
		if _, err := g.ParseStakes(stakes); err != nil {
			stakes = ""
		}
	}
	for _, g := range games {
		b, err := g.BindTo(stakes)
		if err != nil {
			return o, err
		}
		o.plans = append(o.plans, b)
	}
	return o, nil
}

// fit adjusts the number of seats and the stacks to what is played.
func (tt *lawTable) fit(o *lawOpened) {
	least, most := 2, betMax
	for _, b := range o.plans {
		least, most = max(least, b.Game.MinSeats), min(most, b.Game.MaxSeats, b.Seats)
	}
	if o.cfg != nil {
		least, most = max(o.cfg.MinSeats, least), min(most, o.cfg.MaxSeats)
	}
	if tt.seats <= 0 {
		tt.seats = []int{least, 3, (least + most) / 2, most}[-tt.seats]
	}
	tt.seats = max(least, min(most, tt.seats))
	if slices.ContainsFunc(o.bounds(), func(b *plan.AtStakes) bool { return b.Game.Redeals() }) { // if nobody bets, the hand is redealt until the antes have taken all chips
		tt.caller = false
	}
	s := o.stakes()
	for i, text := range tt.stacks {
		if text == "chip" {
			tt.stacks[i] = plan.Money(max(1, s.Chip), s.Scale)
		}
	}
	if len(tt.stacks) > 1 {
		tt.stacks = tt.stacks[:tt.seats]
	}
}

// bounds returns all games that may be played.
func (o *lawOpened) bounds() []*plan.AtStakes {
	out := slices.Clone(o.plans)
	if o.cfg != nil {
		for i := range o.cfg.Games {
			out = append(out, o.cfg.Games[i].Plan)
		}
	}
	return out
}

func (o *lawOpened) stakes() *plan.Stakes {
	if o.cfg != nil {
		return &o.cfg.Games[0].Plan.Stakes
	}
	return &o.plans[0].Stakes
}

var parsed star.Parsed

// library returns the library that has a subject, with option values.
func (s *lawSubject) library(set map[string]string) *dsl.Library {
	if s.kind == ofPart {
		return fuzzhouses.WithParts(set)
	}
	return lawLibrary(set)
}

// lawLibrary returns the houses' library with option values. It is not cached, because there are very many.
func lawLibrary(set map[string]string) *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: scripts.FS, Stdlib: stdlib.FS}, Set: set, Parsed: &parsed})
}

// units returns the stacks by seat.
func (tt *lawTable) units(o *lawOpened) (out []int64) {
	s := o.stakes()
	chip := max(1, s.Chip)
	for i := range tt.seats {
		text := tt.stacks[min(i, len(tt.stacks)-1)]
		number, inBlinds := strings.CutSuffix(text, "bb")
		unit := s.Scale
		if inBlinds {
			if unit = s.BB; unit == 0 {
				unit = s.Small.Lo
			}
		}
		n, _ := plan.ParseMoney(number)
		n = n/100*unit + n%100*unit/100
		out = append(out, max(chip, n-n%chip))
	}
	return out
}

// String returns the command that plays the table.
func (tt *lawTable) String() string {
	words := []string{"cardroom run", tt.ref}
	if tt.session {
		words = append(words, "--session")
	}
	for _, name := range slices.Sorted(maps.Keys(tt.set)) {
		words = append(words, fmt.Sprintf("--set '%s=%s'", name, tt.set[name]))
	}
	if tt.stakes != "" {
		words = append(words, fmt.Sprintf("--stakes %q", tt.stakes))
	}
	words = append(words, fmt.Sprintf("--seats %d --stack %s --mishaps %v", tt.seats, strings.Join(tt.stacks, ","), tt.rate))
	if tt.caller {
		words = append(words, "--policy call")
	}
	if tt.kill != "" {
		words = append(words, "--kill "+tt.kill)
	}
	if tt.session && tt.steady {
		words = append(words, "--crowd steady")
	}
	words = append(words, fmt.Sprintf("--seed %d", tt.seed))
	if tt.odd {
		words = append(words, "(rulings at random)")
	}
	return strings.Join(words, " ")
}

func (tt *lawTable) policy() (p batch.Policy) {
	if p = (batch.Random{}); tt.caller {
		p = batch.Caller{}
	}
	if tt.look {
		p = lawful{p}
	}
	return p
}
