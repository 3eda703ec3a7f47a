package dsl_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// Single rules hold nearly everywhere; what fails is where two of them meet. The pairs of the catalogs are played until each has
// met often enough, under all laws:
//
//	go test ./dsl -run TestPairs -timeout 0 -pairs.each 200 -pairs.log pairs.log -pairs.for 1h
//
// goes on where the log ends. Without flags a sample is played.
var (
	pairsEach = flag.Int("pairs.each", 0, "play each pair of the catalogs at least `N` times")
	pairsLog  = flag.String("pairs.log", "", "keep the counts in `FILE`, and go on from there")
	pairsFor  = flag.Duration("pairs.for", 0, "stop after this `TIME`; 0: at the end")
	pairsTry  = flag.String("pairs.try", "", "play one try again: `PAIR|N`, with the name and the number of a report")
	pairsOnly = flag.String("pairs.only", "", "play only the tables of pairs whose name contains `TEXT`")
)

// pairTable is a table of pairs, made from catalogs.
type pairTable struct {
	name string
	keys []string
	// apart says why the rules keep the two of a pair apart, "" if they do not; nil: they keep none apart.
	apart func(key string) string
	// play plays with a pair in mind, and returns the pairs that met, each as often as it did.
	play func(key string, r hand.Source) (met []string, err error)
}

// pairCount is what is known of a pair.
type pairCount struct{ met, tries int }

// The tries after which a pair that has not met is given up: a few for one that the rules keep apart, which a misdeal or another ruling
// may bring together all the same.
const (
	triesApart = 400
	mostTries  = 600
	triesEach  = 200 // for each meeting that is wanted, of a pair that has met
)

func TestPairs(t *testing.T) {
	tables := []pairTable{
		pairsOfIrregularities(t), irregularitiesAndSidePots(t), eventsAndGames(t), pairsOfOptions(t), forcedKillStraddle(t), collectionsAndCounts(t),
	}
	if *pairsTry != "" {
		tryAgain(t, tables, *pairsTry)
		return
	}
	if *pairsEach == 0 {
		samplePairs(t, tables)
		return
	}
	counts, log := readPairs(t)
	began := time.Now()
	for i := range tables {
		pt := &tables[i]
		if !strings.Contains(pt.name, *pairsOnly) {
			continue
		}
		for more := true; more && (*pairsFor == 0 || time.Since(began) < *pairsFor); {
			more = pt.round(t, counts, log, began)
		}
		pt.report(t, counts)
	}
}

// tryAgain plays one try of a pair again.
func tryAgain(t *testing.T, tables []pairTable, which string) {
	at := max(0, strings.LastIndexByte(which, '|')) // the names of some pairs have others
	name := which[:at]
	try, err := strconv.Atoi(which[min(at+1, len(which)):])
	if err != nil {
		t.Fatal(err)
	}
	for i := range tables {
		key, ok := strings.CutPrefix(name, tables[i].name+": ")
		if !ok || !slices.Contains(tables[i].keys, key) {
			continue
		}
		if _, err := tables[i].try(key, try); err != nil {
			t.Error(err)
		}
		return
	}
	t.Fatalf("there is no pair %q", name)
}

// round plays each pair that has not met often enough once more.
func (pt *pairTable) round(t *testing.T, counts map[string]pairCount, log *os.File, began time.Time) (more bool) {
	changed := map[string]bool{}
	for _, key := range pt.keys {
		name := pt.name + ": " + key
		c := counts[name]
		if c.met >= *pairsEach || c.met == 0 && c.tries >= pt.mostTries(key) || c.tries >= max(mostTries, triesEach**pairsEach) {
			continue
		}
		if *pairsFor > 0 && time.Since(began) > *pairsFor {
			break
		}
		more = true
		c.tries++
		counts[name] = c
		changed[name] = true
		met, err := pt.try(key, c.tries)
		if err != nil {
			fmt.Fprintf(log, "broken\t%s\t%d\t%s\n", name, c.tries, firstLine(err))
			t.Errorf("%s, try %d: %v", name, c.tries, err)
		}
		for _, m := range met {
			m = pt.name + ": " + m
			c := counts[m]
			c.met++
			counts[m], changed[m] = c, true
		}
	}
	for name := range changed {
		fmt.Fprintf(log, "pair\t%s\t%d\t%d\n", name, counts[name].met, counts[name].tries)
	}
	return more
}

// mostTries returns the number of tries after which a pair that has not met is given up.
func (pt *pairTable) mostTries(key string) int {
	if pt.apart != nil && pt.apart(key) != "" {
		return triesApart
	}
	return mostTries
}

// try plays a pair once; the same try is always the same hand.
func (pt *pairTable) try(key string, try int) (met []string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	f := fnv.New64a()
	fmt.Fprint(f, pt.name, key, try)
	return pt.play(key, hand.NewSource(f.Sum64(), uint64(try)))
}

// report prints the counts of a table of pairs. A pair that was given up without a reason is an error.
func (pt *pairTable) report(t *testing.T, counts map[string]pairCount) {
	enough, some, open, hands := 0, 0, 0, 0
	why := map[string]int{}
	for _, key := range pt.keys {
		c := counts[pt.name+": "+key]
		hands += c.met
		switch {
		case c.met >= *pairsEach:
			enough++
		case c.met > 0:
			some++
		case c.tries < pt.mostTries(key):
			open++
		case pt.apart == nil || pt.apart(key) == "":
			t.Errorf("%s: %s: never met in %d tries, and no rule keeps them apart", pt.name, key, c.tries)
		default:
			why[pt.apart(key)]++
		}
	}
	t.Logf("%s: %d pairs, %d met at least %d times, %d less often, %d still to try; %d meetings", pt.name, len(pt.keys), enough, *pairsEach, some, open, hands)
	for _, reason := range slices.Sorted(maps.Keys(why)) {
		t.Logf("%s: %d pairs kept apart: %s", pt.name, why[reason], reason)
	}
}

// readPairs reads the counts of a log. The last line of a pair holds.
func readPairs(t *testing.T) (map[string]pairCount, *os.File) {
	counts := map[string]pairCount{}
	if *pairsLog == "" {
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		return counts, null
	}
	file, err := os.OpenFile(*pairsLog, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c pairCount
		if f := strings.Split(lines.Text(), "\t"); len(f) == 4 && f[0] == "pair" {
			if _, err := fmt.Sscan(f[2], &c.met); err == nil {
				if _, err = fmt.Sscan(f[3], &c.tries); err == nil {
					counts[f[1]] = c
				}
			}
		}
	}
	return counts, file
}

// samplePairs plays some pairs of each table once.
func samplePairs(t *testing.T, tables []pairTable) {
	for i := range tables {
		pt := &tables[i]
		if len(pt.keys) == 0 {
			t.Fatalf("%s: no pairs", pt.name)
		}
		n := 40
		if testing.Short() {
			n = 8
		}
		met := map[string]bool{}
		for k := range n {
			key := pt.keys[k*len(pt.keys)/n]
			list, err := pt.try(key, 1)
			if err != nil {
				t.Errorf("%s: %s: %v", pt.name, key, err)
			}
			for _, m := range list {
				met[m] = true
			}
		}
		if len(met) == 0 {
			t.Errorf("%s: no pair met", pt.name)
		}
	}
}

// pairGames returns the games for a pot, of the houses and of none, bound to their default stakes.
func pairGames(t testing.TB) (out []*plan.AtStakes) {
	games, err := library(t, nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range slices.Concat(games, fuzzhouses.Parts()) {
		b, err := g.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		if !g.Banked() {
			out = append(out, b)
		}
	}
	return out
}

// pairsOfIrregularities has every two kinds of irregularities that one game can have, one after the other in one hand. Where the second
// is over when the first has happened, others come between that may lead back.
func pairsOfIrregularities(t testing.TB) pairTable {
	games := pairGames(t)
	kinds := plan.Incidents()
	var keys []string
	apart := map[string]string{}
	for _, a := range kinds {
		for _, b := range kinds {
			if list := gamesWith(games, a, b); len(list) > 0 {
				key := a.String() + " then " + b.String()
				keys = append(keys, key)
				apart[key] = keptApart(list, a, b)
			}
		}
	}
	return pairTable{name: "two irregularities", keys: keys, apart: func(key string) string { return apart[key] }, play: func(key string, r hand.Source) ([]string, error) {
		first, second, _ := strings.Cut(key, " then ")
		a, b := plan.IncidentNamed(first), plan.IncidentNamed(second)
		list := gamesWith(games, a, b)
		wants := []plan.IncidentKind{a, b}
		if r.Below(8) == 0 {
			wants = []plan.IncidentKind{a, kinds[r.Below(uint64(len(kinds)))], b}
		}
		happened, _, err := playPair(list[r.Below(uint64(len(list)))], wants, false, &r)
		var met []string
		for i := range happened {
			for j := range i {
				met = append(met, happened[j].String()+" then "+happened[i].String())
			}
		}
		return met, err
	}}
}

// keptApart says why one irregularity cannot come after another in some games, as far as their plans say it; "" if it can in one. Only
// another irregularity between them, which brings back what was over, could bring them together.
func keptApart(games []*plan.AtStakes, a, c plan.IncidentKind) string {
	why := "the second comes only at steps before those of the first"
	for _, b := range games {
		end, first := len(b.Game.Steps), -1
		for i := range end + 1 {
			if first < 0 && b.Game.ComesAt(a, i) {
				first = i
			}
		}
		if rulings, err := b.Game.RulingsFor(a); err == nil && len(rulings) > 0 && rulings[0].Hook == nil && slices.ContainsFunc(rulings[0].Effects, endsHand) {
			first, why = end, "the ruling on the first ends the hand"
		}
		last := b.Game.Moments(a)&^(plan.InShow|plan.IsOver) == 0 // whatever the step, the betting is over
		for i := first; i <= end; i++ {
			if b.Game.ComesAt(c, i) && (!last || b.Game.Moments(c)&(plan.InShow|plan.IsOver) != 0) {
				return ""
			}
		}
		if !last && slices.ContainsFunc(b.Game.Steps, func(s plan.Step) bool { return s.Kind == plan.Redeal }) && first < end {
			return ""
		}
	}
	return why
}

func endsHand(e plan.FloorEffect) bool { return e.Kind == plan.EffectVoid }

// gamesWith returns the games that can have all of some kinds of irregularities.
func gamesWith(games []*plan.AtStakes, kinds ...plan.IncidentKind) (out []*plan.AtStakes) {
	for _, b := range games {
		for _, k := range kinds {
			if b != nil {
				b = atLimitFor(b, k)
			}
		}
		if b != nil {
			out = append(out, b)
		}
	}
	return out
}

// atLimitFor returns a game at stakes at which an irregularity can happen, nil if there are none: too large a bet in pot limit needs that
// limit, and a straddle a game that offers it.
func atLimitFor(b *plan.AtStakes, k plan.IncidentKind) *plan.AtStakes {
	switch {
	case b.Expects(k):
		return b
	case k != plan.OverbetPot:
		return nil
	}
	if at, err := b.Game.BindTo("pl 1-2"); err == nil && at.Expects(k) {
		return at
	}
	return nil
}

// irregularitiesAndSidePots has every kind of irregularity of every game in a hand with side pots.
func irregularitiesAndSidePots(t testing.TB) pairTable {
	games := pairGames(t)
	at := map[string]*plan.AtStakes{}
	var keys []string
	for _, b := range games {
		for _, k := range plan.Incidents() {
			if b := atLimitFor(b, k); b != nil {
				key := b.Game.ID + " " + k.String()
				keys, at[key] = append(keys, key), b
			}
		}
	}
	return pairTable{name: "irregularity and side pots", keys: keys, play: func(key string, r hand.Source) ([]string, error) {
		_, word, _ := strings.Cut(key, " ")
		happened, pots, err := playPair(at[key], []plan.IncidentKind{plan.IncidentNamed(word)}, true, &r)
		if len(happened) == 0 || pots < 2 {
			return nil, err
		}
		return []string{key}, err
	}}
}

// sidePots is the policy that makes side pots: few fold, and never the last three, and many bet as much as they can.
type sidePots struct{}

func (sidePots) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if d.Kind == hand.Wager && d.BringIn == 0 && d.Options.Call > 0 && h.Live().Len() > 3 && r.Below(8) == 0 {
		return hand.Action{Kind: hand.Fold, Seat: d.Seat}, nil
	}
	if o := &d.Options; d.Kind == hand.Wager && o.CanRaise() && r.Below(3) == 0 {
		return hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: o.MaxTo}, nil
	}
	return batch.Caller{}.Act(h, d, r)
}

// playPair plays a hand in which irregularities happen in their order, each at a random moment at which it can, and checks the laws. With
// inPots every second player has a short stack, of another height each, and few fold; most is then the largest number of pots there
// was when the last of the irregularities happened or after it.
func playPair(b *plan.AtStakes, wants []plan.IncidentKind, inPots bool, r *hand.Source) (happened []plan.IncidentKind, most int, err error) {
	least, full := b.Game.MinSeats, min(b.Game.MaxSeats, b.Seats)
	if inPots {
		least = min(max(least, 3), full)
	}
	n := least + int(r.Below(uint64(full-least+1)))
	// Steered: what was over is brought back on the shortest way: one of two hands is found wrong, and then a misdeal is called.
	steered := !inPots && r.Below(2) == 0
	if steered {
		n = min(least+int(r.Below(2)), full) // one more is away, and can be dealt a dead hand
	}
	unit := max(b.Stakes.BB, b.Stakes.Small.Lo, b.Stakes.Ante, b.Stakes.Chip)
	setup := hand.Setup{Plan: b, Button: int(r.Below(uint64(n))), Seed: r.Uint64(), Number: 1, Attendance: hand.Attended}
	for range n {
		stack := unit * int64(1+r.Below(8))
		if r.Below(2) == 0 {
			stack *= 10
		} else if inPots { // between the ante and a few bets
			stack = stack/2 + b.Stakes.Ante
		}
		setup.Stacks = append(setup.Stacks, max(b.Stakes.Chip, stack-stack%max(1, b.Stakes.Chip)))
	}
	if n > least {
		setup.Absent = betting.Bit(int(r.Below(uint64(n))))
	}
	log := &hand.Log{}
	setup.Log = log
	var h hand.Hand
	if err := h.Start(&setup); err != nil {
		if setup.Absent = 0; h.Start(&setup) != nil {
			return nil, 0, err
		}
	}
	p := []batch.Policy{batch.Random{}, batch.Caller{}, nobodyBets{}}[r.Below(3)]
	eager := r.Below(2) == 0           // takes the first chance
	waits := inPots && r.Below(2) == 0 // until there are side pots: some rulings end the hand
	if inPots {
		p = sidePots{}
	}
	back := 0 // irregularities that were to bring back what was over
	for count := 0; ; count++ {
		d := h.Pending()
		if err := possibleByPlan(&h, d); err != nil {
			return happened, 0, err
		}
		if count > 20000 {
			return happened, 0, errors.New("the hand does not end")
		}
		if len(wants) > 0 && (d == nil || (!waits || pilesOf(&h) > 1) && (eager || r.Below(3) == 0)) && slices.Contains(h.Possible(), wants[0]) {
			piles := pilesOf(&h) // a ruling may end the hand
			ok, err := happens(&h, wants[0], r)
			if err != nil {
				return happened, 0, err
			}
			if ok {
				most = max(most, piles)
				happened, wants = append(happened, wants[0]), wants[1:]
				continue
			}
		}
		if len(happened) > 0 && len(wants) > 0 && back < mostBack && isOver(b.Game, wants[0], d) && (steered || r.Below(2) == 0) {
			ways := bringsBack
			if steered {
				ways = shortestWay
			}
			can := slices.DeleteFunc(h.Possible(), func(k plan.IncidentKind) bool { return !slices.Contains(ways, k) })
			if back++; len(can) > 0 {
				k := can[r.Below(uint64(len(can)))]
				ok, err := happens(&h, k, r)
				if err != nil {
					return happened, 0, err
				}
				if ok {
					happened = append(happened, k)
				}
				continue
			}
		}
		if d == nil {
			break
		}
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			if a, err = p.Act(&h, d, r); err != nil {
				return happened, 0, err
			}
			a = batch.HoldToDraw(&h, d, a)
		}
		if err := h.Apply(a); err != nil {
			return happened, 0, err
		}
		if err := lawsHold(&h); err != nil {
			return happened, 0, err
		}
	}
	for i := range log.Events {
		if e := &log.Events[i]; e.Kind == hand.Awarded {
			most = max(most, int(e.Pot)+1)
		}
	}
	return happened, most, refereed(&batch.Played{Setup: &setup, Deck: setup.Pack(), Hand: &h, Log: log}, false)
}

// bringsBack are irregularities whose rulings can bring back what was over: a misdeal, and a hand that comes back to a round that was
// closed. A hand must have left before.
var bringsBack = []plan.IncidentKind{
	plan.CalledMisdeal, plan.DealerExposed, plan.WrongCount, plan.ThrownAway, plan.Retrieve, plan.TurnedUp,
}

var shortestWay = []plan.IncidentKind{plan.CalledMisdeal, plan.WrongCount}

// mostBack is how many of them are tried in a hand.
const mostBack = 8

// isOver reports whether an irregularity comes at no step from the one of a decision on.
func isOver(g *plan.Game, k plan.IncidentKind, d *hand.Decision) bool {
	at := len(g.Steps)
	if d != nil {
		at = int(max(0, d.Step))
	}
	for i := at; i <= len(g.Steps); i++ {
		if g.ComesAt(k, i) {
			return false
		}
	}
	return true
}

// possibleByPlan returns an error if the state allows an irregularity that the plan does not have at this step.
func possibleByPlan(h *hand.Hand, d *hand.Decision) error {
	at, g := len(h.Plan().Game.Steps), h.Plan().Game
	if d != nil {
		at = int(d.Step)
	}
	if m, _ := h.Moment(); at >= 0 && g.MomentsAt(at)&m == 0 {
		return fmt.Errorf("step %d is in %s; the plan has %s there", at, m, g.MomentsAt(at))
	}
	for _, k := range h.Possible() {
		if at >= 0 && !g.ComesAt(k, at) {
			return fmt.Errorf("%s is possible at step %d, and the plan has nothing for it there", k, at)
		}
	}
	return nil
}

// happens draws an irregularity of a kind until the hand takes one, a few times.
func happens(h *hand.Hand, k plan.IncidentKind, r *hand.Source) (bool, error) {
	for range 6 {
		in, ok := batch.MishapOf(h, k, r)
		if !ok {
			continue
		}
		err := h.Happen(in)
		var refused *hand.IncidentError
		switch {
		case err == nil:
			return true, nil
		case !errors.As(err, &refused) || refused.Err != nil:
			return false, err
		}
	}
	return false, nil
}

// nobodyBets is the policy of players who check where they can, fold where they cannot, and take the first offer.
type nobodyBets struct{}

func (nobodyBets) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if d.Kind != hand.Wager || d.BringIn > 0 {
		return batch.Caller{}.Act(h, d, r)
	}
	kind := hand.Check
	if d.Options.Call > 0 {
		kind = hand.Fold
	}
	return hand.Action{Kind: kind, Seat: d.Seat}, nil
}

// pilesOf returns the number of pots in the middle.
func pilesOf(h *hand.Hand) int {
	var list betting.List
	h.Pots(&list)
	return list.N
}

// pairTables returns the tables of the houses, and their menus as tables.
func pairTables(t testing.TB) map[string]*table.Config {
	lib := library(t, nil)
	out := map[string]*table.Config{}
	refs, err := lib.Tables()
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range refs {
		if out[ref], err = lib.Table(ref); err != nil {
			t.Fatal(err)
		}
	}
	menus, err := lib.Menus()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range menus {
		s := lawSitting{lawTable: &lawTable{lawSubject: lawSubject{kind: ofMenu, ref: m.ID}}}
		o, err := s.open(lib, "")
		if err != nil {
			t.Fatal(err)
		}
		if out[m.ID], err = s.config(lib, &o); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// tableEvents are the kinds of events of a table: collections are put in force where the house has posted some.
func tableEvents(cfg *table.Config) (out []table.EventKind) {
	for k := table.Join; k <= table.LastEvent; k++ {
		if k != table.Post || len(cfg.Postings) > 0 {
			out = append(out, k)
		}
	}
	return out
}

// eventsAndGames has every kind of event of a table before a hand of every game of every table with several games.
func eventsAndGames(t testing.TB) pairTable {
	tables := pairTables(t)
	var keys []string
	for _, ref := range slices.Sorted(maps.Keys(tables)) {
		for g := range tables[ref].Games {
			for _, k := range tableEvents(tables[ref]) {
				if len(tables[ref].Games) > 1 {
					keys = append(keys, fmt.Sprintf("%s %s game %d", ref, k, g+1))
				}
			}
		}
	}
	return pairTable{name: "table event and game", keys: keys, play: func(key string, r hand.Source) ([]string, error) {
		var ref, word string
		var game int
		if _, err := fmt.Sscanf(key, "%s %s game %d", &ref, &word, &game); err != nil {
			return nil, err
		}
		return playTable(tables[ref], ref, word, game-1, &r)
	}}
}

// playTable plays hands at a table with several games: before each hand an event happens, and the hand's game is the one asked for
// half the time, by choice or by agreement.
func playTable(cfg *table.Config, ref, word string, game int, r *hand.Source) (met []string, err error) {
	below := func(n int) int { return int(r.Below(uint64(max(1, n)))) }
	tab, err := cfg.Open(r.Uint64())
	if err != nil {
		return nil, err
	}
	stack := func() int64 {
		o := &cfg.Games[tab.Game()]
		amount := max(o.Min, 20*max(o.Plan.Stakes.BB, o.Plan.Stakes.Small.Lo, o.Plan.Stakes.Chip))
		if o.Max > 0 {
			amount = min(amount, o.Max)
		}
		return amount
	}
	var happened []table.EventKind // since the last hand
	judge := &tableReferee{tab: &tab, before: tab}
	apply := func(e table.Event) (bool, error) {
		if tab.Apply(e) != nil {
			return false, nil
		}
		happened = append(happened, e.Kind)
		return true, judge.event(batch.HandEvent{Event: e})
	}
	if below(2) == 0 { // where all must agree to a change, the floor can only change what an empty table plays
		if _, err := apply(table.Event{Kind: table.Change, Game: int16(game), Choose: below(2) == 0}); err != nil {
			return nil, err
		}
	}
	next := table.Player(0)
	players := 2 + below(cfg.MaxSeats-1)
	if word == table.Call.String() || word == table.Unlist.String() { // some must wait for a seat
		players = cfg.MaxSeats + 1 + below(3)
	}
	for range players {
		next++
		if err := tab.Apply(table.Event{Kind: table.Join, Player: next, Seat: -1, Amount: stack()}); err != nil {
			return nil, err
		}
	}
	judge.before = tab
	for range 8 {
		kinds := tableEvents(cfg)
		kind := kinds[below(len(kinds))]
		if below(2) == 0 {
			kind = kinds[slices.IndexFunc(kinds, func(k table.EventKind) bool { return k.String() == word })]
		}
		if cfg.Unanimous && below(2) == 0 {
			for k := range cfg.MaxSeats {
				if s := tab.Seat(k); s.Player != 0 {
					if _, err := apply(table.Event{Kind: table.Agree, Player: s.Player, Game: int16(game)}); err != nil {
						return met, err
					}
				}
			}
		}
		if kind == table.Call { // to a seat that has become free
			if _, err := apply(table.Event{Kind: table.Leave, Player: tab.Seat(below(cfg.MaxSeats)).Player, Seat: -1}); err != nil {
				return met, err
			}
		}
		for range 6 { // until the table takes one
			e := table.Event{Kind: kind, Player: table.Player(1 + below(int(next)+1)), Seat: -1, Amount: stack(), Wait: below(2) == 0}
			switch kind {
			case table.Join, table.Transfer:
				e.Player = next + 1
			case table.Call, table.Move:
				e.Seat = int8(below(cfg.MaxSeats))
			case table.CashOut:
				e.Amount = 0
			case table.Agree, table.Change:
				e.Game, e.Choose = int16(below(len(cfg.Games))), cfg.Choice != table.OneGame
			case table.Choose:
				e.Player, e.Game = tab.Chooser(), int16(game)
			case table.Post:
				e.Game = int16(below(len(cfg.Postings)))
			case table.Tick:
				e.At = tab.Now() + int64(below(3600))
			}
			took, err := apply(e)
			if err != nil {
				return met, err
			}
			if took {
				if e.Kind == table.Join || e.Kind == table.Transfer {
					next++
				}
				break
			}
		}
		for k := range cfg.MaxSeats { // broke players buy, so that there is a game
			if s := tab.Seat(k); s.Player != 0 && s.Stack == 0 {
				if _, err := apply(table.Event{Kind: table.Buy, Player: s.Player, Seat: -1, Amount: stack()}); err != nil {
					return met, err
				}
			}
		}
		if p := tab.Chooser(); p != 0 && kind != table.Choose {
			g := int16(game)
			if below(2) == 0 {
				g = int16(below(len(cfg.Games)))
			}
			if _, err := apply(table.Event{Kind: table.Choose, Player: p, Game: g}); err != nil {
				return met, err
			}
		}
		d, err := tab.Next()
		if err != nil {
			if errors.Is(err, table.ErrTooFew) || errors.Is(err, table.ErrNoChoice) {
				continue
			}
			return met, nil // too many are ready for this game
		}
		log := &hand.Log{}
		d.Setup.Log = log
		var h hand.Hand
		if err := h.Start(&d.Setup); err != nil {
			return met, err
		}
		for d := h.Pending(); d != nil; d = h.Pending() {
			a, err := batch.Random{}.Act(&h, d, r)
			if err != nil {
				return met, err
			}
			if err := h.Apply(a); err != nil {
				return met, err
			}
		}
		played := &batch.Played{Setup: &d.Setup, Deck: d.Setup.Pack(), Hand: &h, Log: log}
		if err := errors.Join(judge.played(d, played), refereed(played, false)); err != nil {
			return met, err
		}
		if err := tab.Finish(&h); err != nil {
			return met, err
		}
		if !tab.Conserved() {
			return met, errors.New("the table's chips are not conserved")
		}
		if err := judge.whole(); err != nil {
			return met, err
		}
		for _, k := range slices.Compact(slices.Sorted(slices.Values(happened))) {
			met = append(met, fmt.Sprintf("%s %s game %d", ref, k, d.Game+1))
		}
		happened = nil
	}
	return met, nil
}

// pairsOfOptions has every two values of two options of every game and table.
func pairsOfOptions(t testing.TB) pairTable {
	subjects := map[string]*lawSubject{}
	var keys []string
	list := lawSubjects(t)
	for i := range list {
		s := &list[i]
		subjects[optionsOf(s)] = s
		for a := range s.options {
			for b := range a {
				for _, v := range s.options[a].Choices {
					for _, w := range s.options[b].Choices {
						keys = append(keys, optionPair(optionsOf(s), s.options[b].Name, w, s.options[a].Name, v))
					}
				}
			}
		}
	}
	return pairTable{name: "two options", keys: keys, play: func(key string, r hand.Source) ([]string, error) {
		ref, rest, _ := strings.Cut(key, " | ")
		s := subjects[ref]
		set := map[string]string{}
		for _, o := range s.options {
			if len(o.Choices) > 0 && r.Below(2) == 0 {
				set[o.Name] = o.Choices[r.Below(uint64(len(o.Choices)))]
			}
		}
		for pair := range strings.SplitSeq(rest, " | ") {
			name, value, _ := strings.Cut(pair, "=")
			set[name] = value
		}
		met, err := playOptions(s, set, &r)
		if errors.Is(err, errNotCombined) { // some of the other values exclude each other: only the two
			set = map[string]string{}
			for pair := range strings.SplitSeq(rest, " | ") {
				name, value, _ := strings.Cut(pair, "=")
				set[name] = value
			}
			if met, err = playOptions(s, set, &r); errors.Is(err, errNotCombined) {
				return []string{key}, nil // refused with a reason
			}
		}
		return met, err
	}}
}

// optionsOf names a game or a table: some have the same name.
func optionsOf(s *lawSubject) string {
	if s.kind == ofTable {
		return "table " + s.ref
	}
	return s.ref
}

func optionPair(ref, a, v, b, w string) string {
	return ref + " | " + a + "=" + v + " | " + b + "=" + w
}

var errNotCombined = errors.New("the house refuses this combination")

// playOptions plays hands of a game or table with options set, and returns the pairs of values that they had.
func playOptions(s *lawSubject, set map[string]string, r *hand.Source) (met []string, err error) {
	lib := lawLibrary(set)
	if _, err := s.open(lib, ""); err != nil {
		return nil, fmt.Errorf("%w: %w", errNotCombined, err)
	}
	tt := drawTable(&lawItem{lawSubject: *s}, set, r)
	tt.hands, tt.seed, tt.odd, tt.look, tt.replay = 8, r.Uint64()>>1, false, false, false
	var c lawCount
	if err := tt.play(lib, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", &tt, err)
	}
	value := func(o *plan.Option) string {
		if v, ok := set[o.Name]; ok {
			return v
		}
		return o.Default
	}
	for a := range s.options {
		for b := range a {
			pair := optionPair(optionsOf(s), s.options[b].Name, value(&s.options[b]), s.options[a].Name, value(&s.options[a]))
			for range c.hands {
				met = append(met, pair)
			}
		}
	}
	return met, nil
}

// forcedKillStraddle has every kind of forced bets, kill and straddle together, for the games of the houses at several stakes.
func forcedKillStraddle(t testing.TB) pairTable {
	subjects := map[string]*lawSubject{}
	var keys []string
	list := lawSubjects(t)
	for i := range list {
		s := &list[i]
		if s.kind != ofGame {
			continue
		}
		o, err := s.open(library(t, nil), "")
		if err != nil || o.plans[0].Game.Banked() || !hasBlinds(o.plans[0].Game) {
			continue
		}
		subjects[s.ref] = s
		for _, stakes := range lawStakes {
			if _, err := o.plans[0].Game.ParseStakes(stakes); err != nil {
				continue
			}
			for _, kill := range []string{"no", "half", "full"} {
				if kill != "no" && !killed(t, s, stakes, kill) {
					continue
				}
				for _, straddle := range []string{"no", "yes"} {
					if straddle == "yes" && !slices.ContainsFunc(o.plans[0].Game.Steps, straddles) {
						continue
					}
					keys = append(keys, fmt.Sprintf("%s | %s | kill=%s | straddle=%s", s.ref, stakes, kill, straddle))
				}
			}
		}
	}
	return pairTable{name: "forced bets, kill, straddle", keys: keys, play: func(key string, r hand.Source) ([]string, error) {
		part := strings.Split(key, " | ")
		s, stakes := subjects[part[0]], part[1]
		lib := lawLibrary(nil)
		tt := lawTable{lawSubject: *s, stakes: stakes, session: true, hands: 40, seed: r.Uint64() >> 1, seats: 2 + int(r.Below(8)), stacks: []string{"100bb"}, rate: 0.02}
		if kill := strings.TrimPrefix(part[2], "kill="); kill != "no" {
			tt.kill = kill
		}
		var met []string
		tt.also = func(d *table.Deal, p *batch.Played) {
			kill, straddle := "no", "no"
			if d.Raised {
				kill = tt.kill
			}
			for i := range p.Log.Events {
				if p.Log.Events[i].Kind == hand.Straddled {
					straddle = "yes"
				}
			}
			met = append(met, fmt.Sprintf("%s | %s | kill=%s | straddle=%s", part[0], stakes, kill, straddle))
		}
		var c lawCount
		err := tt.play(lib, &c)
		return met, err
	}}
}

// killed reports whether a game's table has a kill at some stakes: only limits can be raised.
func killed(t testing.TB, s *lawSubject, stakes, kill string) bool {
	lib := library(t, nil)
	sit := lawSitting{lawTable: &lawTable{lawSubject: *s, stakes: stakes, kill: kill}}
	o, err := s.open(lib, stakes)
	if err == nil {
		_, err = sit.config(lib, &o)
	}
	return err == nil && sit.kill != ""
}

func straddles(s plan.Step) bool {
	return s.Ask != nil && slices.ContainsFunc(s.Ask.Offers, func(o plan.Offer) bool { return o.Effect == plan.DoStraddle })
}

// collectionsAndCounts has every posted collection of every table with every number of players.
func collectionsAndCounts(t testing.TB) pairTable {
	tables := pairTables(t)
	var keys []string
	for _, ref := range slices.Sorted(maps.Keys(tables)) {
		cfg := tables[ref]
		for k := range cfg.Postings {
			for n := max(2, cfg.MinSeats); n <= cfg.MaxSeats; n++ {
				keys = append(keys, fmt.Sprintf("%s posting %d players %d", ref, k+1, n))
			}
		}
	}
	return pairTable{name: "collection and number of players", keys: keys, play: func(key string, r hand.Source) (met []string, err error) {
		var ref string
		var posting, n int
		if _, err := fmt.Sscanf(key, "%s posting %d players %d", &ref, &posting, &n); err != nil {
			return nil, err
		}
		tab, err := tables[ref].Open(r.Uint64())
		if err != nil {
			return nil, err
		}
		ses := &batch.Session{Table: tab, Policy: batch.Random{}, Players: n, Crowd: batch.Steady, Mishaps: &batch.Mishaps{Rate: 0.02}}
		if posting > 1 {
			ses.Floor = []batch.HandEvent{{Event: table.Event{Kind: table.Post, Game: int16(posting - 1), Seat: -1}}}
		}
		ses.Log()
		judge := &tableReferee{tab: &ses.Table, before: ses.Table}
		ses.Record, ses.Whole = judge.event, judge.whole
		ses.Hand = func(d *table.Deal, p *batch.Played) error {
			dealt := len(d.Seats) - p.Setup.Absent.Len()
			met = append(met, fmt.Sprintf("%s posting %d players %d", ref, ses.Table.Posting()+1, dealt))
			return errors.Join(judge.played(d, p), refereed(p, false))
		}
		_, err = ses.Run(context.Background(), 20, 0, nil)
		return met, err
	}}
}
