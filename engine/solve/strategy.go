package solve

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/files"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
)

// Strategy is the strategies of the seats of a small game, with the parameters of the game: the
// content of a file of "cardroom solve --strategy". [Strategy.NewPlayer] plays it.
type Strategy struct {
	Name    string // of the file
	Game    string
	Options map[string]string // all options of the game
	Size    enumerate.Size
	Wishes  enumerate.Wishes // its stakes, stacks and seats
	Deck    []cards.Card
	// OpenFolds: the game allows folds where a check is free.
	OpenFolds bool
	// Bets are the available sizes of bets, nil for every amount.
	Bets []float64
	// Buckets are those of a sampled game, nil for an exact game.
	Buckets *Buckets

	names []renaming
	rules []map[uint64]*rule // by seat and key
}

// rule is what a seat does at a decision.
type rule struct {
	labels []uint64 // of the actions, if cards can be chosen; otherwise the actions are as the engine offers them
	mix    []float64
}

// strategyFile is the JSON form of a strategy. Fields that are only for human readers have separate
// types.
type strategyFile struct {
	Schema         string            `json:"schema"`
	Game           string            `json:"game"`
	Size           string            `json:"size"`
	Deck           string            `json:"deck"`
	Seats          int               `json:"seats"`
	Stakes         string            `json:"stakes"`
	Stacks         []float64         `json:"stacks"`
	Unit           string            `json:"unit"`
	UnitAmount     float64           `json:"unit_amount"`
	Exploitability float64           `json:"exploitability"`
	Options        map[string]string `json:"options"`
	Table          string            `json:"table"`
	Chips          string            `json:"chips"`
	OpenFolds      bool              `json:"open_folds"`
	Renamings      int               `json:"renamings"`
	Redeals        int64             `json:"redeals"`
	Bets           []float64         `json:"bets,omitempty"`
	Buckets        int               `json:"buckets,omitempty"`
	Deals          int               `json:"deals,omitempty"`
	Seed           uint64            `json:"seed,omitempty"`
	Rounds         []roundFile       `json:"rounds,omitempty"`
	Decisions      []ruleFile        `json:"decisions"`
}

type roundFile struct {
	Apart bool      `json:"apart"`
	From  []float64 `json:"from"`
}

type ruleFile struct {
	Seat    int       `json:"seat"`
	Sees    string    `json:"sees"`
	Actions []string  `json:"actions"`
	Mix     []float64 `json:"mix"`
	Key     string    `json:"key"`
	Labels  []string  `json:"labels,omitempty"`
}

// StrategySchema is the name of the schema of a strategy's JSON.
const StrategySchema = "strategy"

// strategyForm is the schema with its version.
const strategyForm = "cardroom." + StrategySchema + "/1"

// Strategy returns the profile in playable form. The game must have been built with Words.
func (f *Profile) Strategy(small *enumerate.Small) (*Strategy, error) {
	g := f.Game
	if g.Redeals > 0 {
		return nil, errRedeals
	}
	groups := renamings(small.Pack)
	k := slices.IndexFunc(groups, func(names []renaming) bool { return len(names) == g.Renamings })
	s := &Strategy{
		Buckets: g.Buckets, Bets: small.Bets, Name: "the strategy", Game: small.Bound.Game.ID, Options: map[string]string{}, Size: small.Size, Deck: small.Pack, OpenFolds: small.OpenFolds,
		Wishes: enumerate.Wishes{Stakes: small.Bound.Stakes.Text(), Seats: g.Seats, Stacks: small.Stacks}, names: groups[k],
	}
	for _, o := range small.Bound.Game.Options {
		s.Options[o.Name] = o.Value
	}
	for seat := range g.Seats {
		rules := map[uint64]*rule{}
		for _, d := range f.Decisions(seat) {
			rules[d.Key] = &rule{d.Labels, d.Mix}
		}
		s.rules = append(s.rules, rules)
	}
	return s, nil
}

// errRedeals is the error for games with redeals, because in the tree a new deal is the end of a
// hand.
var errRedeals = errors.New("the cards can be dealt again in a hand, and the solution ends there")

// ReadStrategy parses a strategy file.
func ReadStrategy(name string, text []byte) (*Strategy, error) {
	var in strategyFile
	err := cmp.Or(files.Schema(text, strategyForm), files.Unmarshal(text, &in))
	var s *Strategy
	if err == nil {
		s, err = in.strategy(name, string(text))
	}
	var e *diag.Error
	if errors.As(err, &e) && e.At > 0 {
		before := text[:min(e.At-1, len(text))]
		begin := bytes.LastIndexByte(before, '\n') + 1
		line, _, _ := bytes.Cut(text[begin:], []byte{'\n'})
		c := *e
		c.At -= begin
		return nil, c.Placed(name, 1+bytes.Count(before, []byte{'\n'}), string(line))
	}
	return s, err
}

// strategy checks the content of the file.
func (in *strategyFile) strategy(name, text string) (*Strategy, error) {
	wrong := func(way []string, format string, args ...any) error {
		return files.Located(text, &diag.Error{Way: way, Msg: fmt.Sprintf(format, args...), Hint: "'cardroom solve GAME --strategy FILE' writes such files"})
	}
	if in.Schema != strategyForm {
		return nil, wrong([]string{"schema"}, "this is no strategy but %q", in.Schema)
	}
	s := &Strategy{Name: name, Game: in.Game, Options: in.Options, OpenFolds: in.OpenFolds}
	var ok bool
	if s.Size, ok = enumerate.SizeByName(in.Size); !ok {
		return nil, wrong([]string{"size"}, "size must be %s, not %q", strings.Join(enumerate.SizeNames(), ", "), in.Size)
	}
	var err error
	if s.Deck, err = cards.Read(in.Deck); err != nil {
		return nil, wrong([]string{"deck"}, "%v", err)
	}
	s.Wishes = enumerate.Wishes{Stakes: in.Table, Seats: in.Seats}
	if err := s.Wishes.ReadStacks(in.Chips); err != nil {
		return nil, wrong([]string{"chips"}, "chips must be %v", err)
	}
	if in.Seats < 2 || len(s.Wishes.Stacks) != in.Seats {
		return nil, wrong([]string{"seats"}, "%d seats with %d stacks", in.Seats, len(s.Wishes.Stacks))
	}
	if in.Redeals > 0 {
		return nil, files.Located(text, &diag.Error{Way: []string{"redeals"}, Msg: "this strategy cannot be played: " + errRedeals.Error()})
	}
	groups := renamings(s.Deck)
	k := slices.IndexFunc(groups, func(g []renaming) bool { return len(g) == in.Renamings })
	if k < 0 {
		return nil, wrong([]string{"renamings"}, "the cards of this deck cannot be renamed in %d ways", in.Renamings)
	}
	s.names = groups[k]
	if s.Bets = in.Bets; in.Buckets > 0 {
		s.Buckets = &Buckets{Number: in.Buckets, Deals: in.Deals, Seed: in.Seed}
		for i := range in.Rounds {
			r := &in.Rounds[i]
			if !slices.IsSorted(r.From) || len(r.From) >= in.Buckets {
				return nil, wrong([]string{"rounds", strconv.Itoa(i), "from"}, "%d buckets begin at fewer strengths than %d, in order", in.Buckets, in.Buckets)
			}
			s.Buckets.Rounds = append(s.Buckets.Rounds, RoundBuckets{r.Apart, r.From})
		}
		if len(in.Rounds) == 0 {
			return nil, wrong([]string{"buckets"}, "a strategy with buckets has rounds")
		}
	}
	for range in.Seats {
		s.rules = append(s.rules, map[uint64]*rule{})
	}
	for i := range in.Decisions {
		if what, err := s.add(&in.Decisions[i]); err != nil {
			return nil, wrong([]string{"decisions", strconv.Itoa(i), what}, "%v", err)
		}
	}
	return s, nil
}

// add adds a decision. On an error, what is the name of the faulty field.
func (s *Strategy) add(d *ruleFile) (what string, err error) {
	if d.Seat < 1 || d.Seat > len(s.rules) {
		return "seat", fmt.Errorf("there is no seat %d, only %d", d.Seat, len(s.rules))
	}
	key, err := strconv.ParseUint(d.Key, 16, 64)
	if err != nil {
		return "key", fmt.Errorf("a key is 16 hexadecimal digits, not %q", d.Key)
	}
	if s.rules[d.Seat-1][key] != nil {
		return "key", fmt.Errorf("key %s appears twice", d.Key)
	}
	r := &rule{mix: d.Mix}
	sum := 0.0
	for _, p := range d.Mix {
		if !(p >= 0 && p <= 1) {
			return "mix", fmt.Errorf("a probability is a number from 0 to 1, not %g", p)
		}
		sum += p
	}
	if len(d.Mix) != len(d.Actions) || math.Abs(sum-1) > 0.001 {
		return "mix", fmt.Errorf("%d probabilities for %d actions, %g together", len(d.Mix), len(d.Actions), sum)
	}
	for i := range r.mix {
		r.mix[i] /= sum
	}
	for _, text := range d.Labels {
		label, err := strconv.ParseUint(text, 16, 64)
		if err != nil {
			return "labels", fmt.Errorf("a label is 16 hexadecimal digits, not %q", text)
		}
		r.labels = append(r.labels, label)
	}
	if r.labels != nil && len(r.labels) != len(r.mix) {
		return "labels", fmt.Errorf("%d labels for %d actions", len(r.labels), len(r.mix))
	}
	s.rules[d.Seat-1][key] = r
	return "", nil
}

// MisfitError means that a strategy is for a different game than the one to be played.
type MisfitError struct{ Name, What, Remedy string }

func (e *MisfitError) Error() string { return e.Name + " " + e.What }

// Small returns the small version of g that the strategy is for. It returns an error if the
// strategy is for another game.
func (s *Strategy) Small(g *plan.Game) (*enumerate.Small, error) {
	misfit := func(remedy, format string, args ...any) error {
		return &MisfitError{s.Name, fmt.Sprintf(format, args...), remedy}
	}
	if g.ID != s.Game {
		return nil, misfit("", "is a strategy for %s, not for %s", s.Game, g.ID)
	}
	have := map[string]string{}
	for _, o := range g.Options {
		have[o.Name] = o.Value
	}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		if v, ok := have[name]; !ok {
			return nil, misfit("solve the game again", "was made with an option %s, which %s does not have", name, g.ID)
		} else if v != s.Options[name] {
			return nil, misfit("play with --set "+name+"="+s.Options[name], "is a strategy for %s=%s, not for %s", name, s.Options[name], v)
		}
		delete(have, name)
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		return nil, misfit("solve the game again", "was made before %s had an option %s", g.ID, name)
	}
	small, err := enumerate.Shrink(g, s.Size, s.Wishes)
	if err != nil {
		return nil, err
	}
	all := g.Deck.Append(nil)
	for _, c := range s.Deck {
		k := slices.Index(all, c)
		if k < 0 {
			return nil, misfit("solve the game again", "deals %s, which the deck of %s does not have", c, g.ID)
		}
		all = slices.Delete(all, k, k+1)
	}
	small.Pack, small.OpenFolds, small.Bets = s.Deck, s.OpenFolds, s.Bets
	return small, small.DropBurns()
}

// SameGame reports whether two strategies can be played against each other.
func (s *Strategy) SameGame(o *Strategy) bool {
	return s.Game == o.Game && maps.Equal(s.Options, o.Options) && s.Size == o.Size && slices.Equal(s.Deck, o.Deck) &&
		s.Wishes.Stakes == o.Wishes.Stakes && slices.Equal(s.Wishes.Stacks, o.Wishes.Stacks)
}

// Player plays a strategy in one hand after another. It must see every action of every seat through
// [Player.Saw], because a strategy depends on everything that a seat has seen.
type Player struct {
	of       *Strategy
	observer observer
	path     []hand.Action
	keys     [2][]uint64 // of the last two states, latest first
	known    int         // number of actions that led to the state of keys[0], -1 for none
	labels   []uint64
	actions  []hand.Action
	mix      []float64
	sampled  *memory // of a sampled game
}

// NewPlayer returns a player of the strategy, for one goroutine.
func (s *Strategy) NewPlayer() *Player {
	p := &Player{of: s, observer: observer{names: s.names, seats: len(s.rules)}, known: -1}
	if s.Buckets != nil {
		p.sampled = &memory{seats: make([]seatMemory, len(s.rules))}
	}
	return p
}

// Begin forgets the last hand.
func (p *Player) Begin() {
	p.path, p.known = p.path[:0], -1
	if p.sampled != nil {
		p.sampled.path = 0
		if len(p.sampled.judge.known) > mostViews {
			p.sampled.judge.known = nil
		}
		for i := range p.sampled.seats {
			s := &p.sampled.seats[i]
			*s = seatMemory{later: s.later[:0]}
		}
	}
}

// Saw shows the player an action before it is taken.
func (p *Player) Saw(h *hand.Hand, d *hand.Decision, a *hand.Action) {
	if p.sampled != nil {
		if d.Kind != hand.CardsAsked && d.Seat >= 0 && h.Seats() == p.observer.seats {
			m := p.sampled
			p.observer.first = (h.Button() + 1) % h.Seats()
			s := &m.seats[p.number(int(d.Seat))]
			m.path = then(m.path, pathWord(h, d, a, p.offered(h, d)))
			if s.judged {
				s.mem = then(s.mem, s.now)
			} else {
				s.later = append(s.later, moment{*h, *d, s.chosen})
			}
			s.judged = false
			if d.Kind == hand.Chosen {
				s.chosen = then(s.chosen, word(a))
			}
		}
		return
	}
	p.look(h)
	own := *a
	own.Seat = int8(p.number(int(d.Seat)))
	p.path = append(p.path, own)
}

// number returns the tree's number of a seat.
func (p *Player) number(seat int) int {
	return (seat - p.observer.first + p.observer.seats) % p.observer.seats
}

// look computes the keys of the current state.
func (p *Player) look(h *hand.Hand) {
	if p.known == len(p.path) || h.Seats() != p.observer.seats {
		return
	}
	p.observer.first = (h.Button() + 1) % h.Seats()
	before := p.keys[0]
	if p.known < 0 {
		before = nil
	}
	p.keys[0], p.keys[1] = p.observer.keys(p.keys[1], before, p.path, nil, h), p.keys[0]
	p.known = len(p.path)
}

// Mix returns the actions that a decision offers, with the probability of each in the strategy. The
// slices are valid until the next call.
func (p *Player) Mix(h *hand.Hand, d *hand.Decision) ([]hand.Action, []float64, error) {
	if h.Seats() != p.observer.seats {
		return nil, nil, fmt.Errorf("%s is a strategy for %d seats, not for %d", p.of.Name, p.observer.seats, h.Seats())
	}
	if p.sampled != nil {
		actions, mix := p.mixSampled(h, d)
		return actions, mix, nil
	}
	p.look(h)
	seat := p.number(int(d.Seat))
	key, ties := p.observer.least(p.keys[0], seat)
	r := p.of.rules[seat][key]
	p.actions = enumerate.Actions(p.actions[:0], h, d, &enumerate.Options{OpenFolds: p.of.OpenFolds})
	if r == nil {
		own, _ := h.Cards(int(d.Seat), h.Asked())
		return nil, nil, fmt.Errorf("%s does not say what seat %d does here with %s: the game is not the one that was solved", p.of.Name, seat+1, cards.Format(own))
	}
	p.labels = p.labels[:0]
	for i := range p.actions {
		p.labels = append(p.labels, p.observer.label(&p.actions[i], ties))
	}
	p.mix = p.mix[:0]
	next := 0 // index of the next new label
	for i, label := range p.labels {
		first := slices.Index(p.labels, label)
		k := next
		switch {
		case r.labels != nil:
			k = slices.Index(r.labels, label)
		case first < i:
			k = -1
		default:
			next++
		}
		if k < 0 || k >= len(r.mix) {
			return nil, nil, fmt.Errorf("%s and the game have different actions for seat %d: %s", p.of.Name, seat+1, h.Legal())
		}
		alike := 0
		for _, o := range p.labels {
			if o == label {
				alike++
			}
		}
		p.mix = append(p.mix, r.mix[k]/float64(alike))
	}
	return p.actions, p.mix, nil
}

// Act returns a random action of the strategy.
func (p *Player) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	actions, mix, err := p.Mix(h, d)
	if err != nil {
		return hand.Action{}, err
	}
	at := float64(r.Uint64()>>11) * 0x1p-53
	last := 0
	for i, v := range mix {
		if v == 0 {
			continue
		}
		last = i
		if at -= v; at < 0 {
			break
		}
	}
	return actions[last], nil
}

// Words returns actions with the probability of each, in percent: "check 78.6 %, bet 1 21.4 %".
func Words(h *hand.Hand, d *hand.Decision, actions []hand.Action, mix []float64) string {
	var out []string
	for i := range actions {
		out = append(out, fmt.Sprintf("%s %.1f %%", speech.Say(&actions[i], h, d), 100*mix[i]))
	}
	return strings.Join(out, ", ")
}
