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

	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/seating"
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
	// cannot reports whether the rules keep the two of a pair apart.
	cannot func(key string) bool
	// play plays with a pair in mind, and returns the pairs that met, each as often as it did.
	play func(key string, r hand.Source) (met []string, err error)
}

// pairCount is what is known of a pair.
type pairCount struct{ met, tries int }

// mostTries bounds the search for a pair that may be unable to meet, such as an irregularity of the flop after one of the river.
const mostTries = 60

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
		if c.met >= *pairsEach || c.met == 0 && c.tries >= mostTries || c.tries >= mostTries**pairsEach {
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

// report prints the counts of a table of pairs.
func (pt *pairTable) report(t *testing.T, counts map[string]pairCount) {
	enough, some, hands := 0, 0, 0
	var never []string
	for _, key := range pt.keys {
		c := counts[pt.name+": "+key]
		hands += c.met
		switch {
		case c.met >= *pairsEach:
			enough++
		case c.met > 0:
			some++
		default:
			never = append(never, key)
		}
	}
	if pt.cannot != nil {
		all := len(never)
		never = slices.DeleteFunc(never, pt.cannot)
		t.Logf("%s: %d pairs never meet because the first ends the hand, or comes only when the second is over", pt.name, all-len(never))
	}
	t.Logf("%s: %d pairs, %d met at least %d times, %d less often, %d never; %d meetings", pt.name, len(pt.keys), enough, *pairsEach, some, len(never), hands)
	if len(never) > 0 {
		t.Logf("never met: %s", strings.Join(never, "; "))
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

// pairGames returns the games of the houses for a pot, bound to their default stakes.
func pairGames(t testing.TB) (out []*plan.AtStakes) {
	games, err := library(t, nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
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

// pairsOfIrregularities has every two kinds of irregularities that one game can have, one after the other in one hand.
func pairsOfIrregularities(t testing.TB) pairTable {
	games := pairGames(t)
	kinds := plan.Incidents()
	var keys []string
	for _, a := range kinds {
		for _, b := range kinds {
			if len(gamesWith(games, a, b)) > 0 {
				keys = append(keys, a.String()+" then "+b.String())
			}
		}
	}
	return pairTable{name: "two irregularities", keys: keys, cannot: inOrder(games), play: func(key string, r hand.Source) ([]string, error) {
		first, second, _ := strings.Cut(key, " then ")
		a, b := plan.IncidentNamed(first), plan.IncidentNamed(second)
		list := gamesWith(games, a, b)
		happened, _, err := playPair(list[r.Below(uint64(len(list)))], []plan.IncidentKind{a, b}, false, &r)
		var met []string
		for i := range happened {
			for j := range i {
				met = append(met, happened[j].String()+" then "+happened[i].String())
			}
		}
		return met, err
	}}
}

// inOrder returns whether the second of two irregularities cannot come after the first, as far as the rules decide it: in no game that has
// both, in hands that are played without any, the second is possible right after the first has happened, or later in the same hand where
// the first has left it open. A kind that these hands never make possible explains nothing.
func inOrder(games []*plan.AtStakes) func(key string) bool {
	return func(key string) bool {
		first, second, _ := strings.Cut(key, " then ")
		a, c := plan.IncidentNamed(first), plan.IncidentNamed(second)
		for _, b := range gamesWith(games, a, c) {
			happened, seen, follows := false, false, false
			for seed := range uint64(40) {
				open := false
				playWatched(b, seed, func(h *hand.Hand) {
					can := slices.Contains(h.Possible(), c)
					if slices.Contains(h.Possible(), a) {
						r, next := hand.NewSource(seed, 4), *h
						if in, ok := batch.MishapOf(&next, a, &r); ok && next.Happen(in) == nil {
							happened, open = true, open || next.Pending() != nil
							follows = follows || slices.Contains(next.Possible(), c)
						}
					}
					seen, follows = seen || can, follows || can && open
				})
				if follows {
					return false
				}
			}
			if !happened || !seen {
				return false
			}
		}
		return true
	}
}

// playWatched plays an attended hand without irregularities, every second one with a seat that is not dealt in, and shows each state.
func playWatched(b *plan.AtStakes, seed uint64, watch func(*hand.Hand)) {
	n := min(b.Seats, b.Game.MaxSeats, 5)
	setup := hand.Setup{Plan: b, Seed: seed, Number: 1, Attendance: hand.Attended}
	for range n {
		setup.Stacks = append(setup.Stacks, 60*max(b.Stakes.BB, b.Stakes.Small.Lo, b.Stakes.Chip))
	}
	if seed%2 == 1 && n > b.Game.MinSeats {
		setup.Absent = seating.Bit(n - 1)
	}
	var h hand.Hand
	if h.Start(&setup) != nil {
		return
	}
	chance := hand.NewSource(seed, 3)
	for d := h.Pending(); d != nil; d = h.Pending() {
		watch(&h)
		a, err := lawAction(&h, d, &chance)
		if err != nil || h.Apply(a) != nil {
			return
		}
	}
	watch(&h)
}

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
	case !b.Game.MayHappen(k), k == plan.StraddleOffered && !slices.ContainsFunc(b.Game.Steps, straddles):
		return nil
	case k != plan.OverbetPot || b.Stakes.Structure == betting.PotLimit:
		return b
	}
	at, err := b.Game.BindTo("pl 1-2")
	if err != nil {
		return nil
	}
	return at
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
		setup.Absent = seating.Bit(int(r.Below(uint64(n))))
	}
	log := &hand.Log{}
	setup.Log = log
	var h hand.Hand
	if err := h.Start(&setup); err != nil {
		if setup.Absent = 0; h.Start(&setup) != nil {
			return nil, 0, err
		}
	}
	p := []batch.Policy{batch.Random{}, batch.Caller{}}[r.Below(2)]
	waits := inPots && r.Below(2) == 0 // until there are side pots: some rulings end the hand
	if inPots {
		p = sidePots{}
	}
	for count := 0; ; count++ {
		d := h.Pending()
		if count > 20000 {
			return happened, 0, errors.New("the hand does not end")
		}
		if len(wants) > 0 && (d == nil || (!waits || pilesOf(&h) > 1) && r.Below(3) == 0) && slices.Contains(h.Possible(), wants[0]) {
			in, ok := batch.MishapOf(&h, wants[0], r)
			if ok {
				piles := pilesOf(&h) // a ruling may end the hand
				err := h.Happen(in)
				var refused *hand.IncidentError
				switch {
				case err == nil:
					most = max(most, piles)
					happened, wants = append(happened, wants[0]), wants[1:]
					continue
				case !errors.As(err, &refused) || refused.Err != nil:
					return happened, 0, err
				}
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

// pilesOf returns the number of pots in the middle.
func pilesOf(h *hand.Hand) int {
	var list pots.List
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

// tableEvents are the kinds of events of a table.
func tableEvents() (out []table.EventKind) {
	for k := table.Join; k <= table.Tick; k++ {
		out = append(out, k)
	}
	return out
}

// eventsAndGames has every kind of event of a table before a hand of every game of every table with several games.
func eventsAndGames(t testing.TB) pairTable {
	tables := pairTables(t)
	var keys []string
	for _, ref := range slices.Sorted(maps.Keys(tables)) {
		for g := range tables[ref].Games {
			for _, k := range tableEvents() {
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
// half the time.
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
	next := table.Player(0)
	for range 2 + below(cfg.MaxSeats-1) {
		next++
		if err := tab.Apply(table.Event{Kind: table.Join, Player: next, Seat: -1, Amount: stack()}); err != nil {
			return nil, err
		}
	}
	judge := &tableReferee{tab: &tab, before: tab}
	for range 8 {
		kind := table.EventKind(below(int(table.LastEvent) + 1))
		if below(2) == 0 {
			kind = table.Join + table.EventKind(slices.IndexFunc(tableEvents(), func(k table.EventKind) bool { return k.String() == word }))
		}
		happened := false
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
			if tab.Apply(e) == nil {
				if e.Kind == table.Join || e.Kind == table.Transfer {
					next++
				}
				happened = true
				if err := judge.event(batch.HandEvent{Event: e}); err != nil {
					return met, err
				}
				break
			}
		}
		for k := range cfg.MaxSeats { // broke players buy, so that there is a game
			if s := tab.Seat(k); s.Player != 0 && s.Stack == 0 {
				if e := (table.Event{Kind: table.Buy, Player: s.Player, Seat: -1, Amount: stack()}); tab.Apply(e) == nil {
					if err := judge.event(batch.HandEvent{Event: e}); err != nil {
						return met, err
					}
				}
			}
		}
		if p := tab.Chooser(); p != 0 && kind != table.Choose {
			g := int16(game)
			if below(2) == 0 {
				g = int16(below(len(cfg.Games)))
			}
			e := table.Event{Kind: table.Choose, Player: p, Game: g}
			if tab.Apply(e) == nil {
				if err := judge.event(batch.HandEvent{Event: e}); err != nil {
					return met, err
				}
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
		if happened {
			met = append(met, fmt.Sprintf("%s %s game %d", ref, kind, d.Game+1))
		}
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
		subjects[s.ref] = s
		for a := range s.options {
			for b := range a {
				for _, v := range s.options[a].Choices {
					for _, w := range s.options[b].Choices {
						keys = append(keys, optionPair(s.ref, s.options[b].Name, w, s.options[a].Name, v))
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
			pair := optionPair(s.ref, s.options[b].Name, value(&s.options[b]), s.options[a].Name, value(&s.options[a]))
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
