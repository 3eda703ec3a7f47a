package equity

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// maxRanked is the maximum number of cards ranked together. With more than seven
// cards, the cost grows with the number of seven-card subsets: 330 for eleven.
const maxRanked = 11

// ranker ranks the hands of one run of eval.
type ranker struct {
	name  string // of the game or the ranking, for messages
	parts []judgePart
	// allowed is the cards that every part accepts; jokers is how many of them are
	// jokers.
	allowed cards.Set
	jokers  int
	// minHole to maxBoard limit the numbers of cards; least is the minimum of hole
	// cards and board together.
	minHole, maxHole, minBoard, maxBoard, least int
	board                                       []cards.Card // the board of --board
}

// judgePart is one way to win: the only one, or the high or low.
type judgePart struct {
	field   string // the row's field, "high" or "low"
	ranking *rank.Ranking
	of      *plan.Part // nil for a ranking without a game
	exact   bool
	bySuit  bool
}

// worth is the value of a hand for one part; strength 0 means that it does not
// qualify.
type worth struct {
	strength rank.Strength
	suits    uint32
	used     [7]cards.Card
	n        uint8
}

// evalRow is a hand and its value.
type evalRow struct {
	file  string
	line  int
	cards [maxRanked]cards.Card // hole cards, then the board
	hole  int
	n     int
	worth [2]worth
}

func (r *evalRow) own() []cards.Card   { return r.cards[:r.hole] }
func (r *evalRow) board() []cards.Card { return r.cards[r.hole:r.n] }

// newJudge returns the judge for --game or --ranking.
func newJudge(std *app.IO, opts EvalOptions) (*ranker, error) {
	var j *ranker
	var err error
	game := opts.Plan
	if opts.Game != "" {
		game, _, err = library.Load(std, opts.Game, nil)
	}
	if game != nil && err == nil {
		j, err = gameJudge(game)
	} else if err == nil {
		j, err = rankingJudge(std, opts)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range j.parts {
		j.allowed &= allowedBy(p.ranking)
	}
	j.jokers = (j.allowed & cards.SetOf(cards.Joker, cards.Joker2)).Len()
	if err := j.readBoard(opts.Board); err != nil {
		return nil, err
	}
	return j, nil
}

// allowedBy returns the ranking's deck.
func allowedBy(r *rank.Ranking) (s cards.Set) {
	for c := range cards.Card(54) {
		if r.Takes([]cards.Card{c}) {
			s = s.With(c)
		}
	}
	return s
}

func fieldOf(r *rank.Ranking) string {
	if r.Low() {
		return "low"
	}
	return "high"
}

func rankingJudge(std *app.IO, opts EvalOptions) (*ranker, error) {
	r, err := findRanking(std, opts.Ranking)
	if err != nil {
		return nil, err
	}
	if r, err = withJoker(r, opts.Joker); err != nil {
		return nil, err
	}
	least := r.Fewest()
	return &ranker{
		name:    r.Name(),
		parts:   []judgePart{{field: fieldOf(r), ranking: r, bySuit: r.Suits() != rank.SuitsEqual}},
		allowed: allowedBy(r),
		minHole: 1, maxHole: maxRanked, maxBoard: maxRanked, least: least,
	}, nil
}

// findRanking finds a built-in ranking, by its name or the word for it in scripts, or
// a ranking in a script.
func findRanking(std *app.IO, name string) (*rank.Ranking, error) {
	if r, ok := rank.ByName(name); ok {
		return r, nil
	}
	ref, err := library.Ref(name)
	if err != nil {
		return nil, err
	}
	r, err := library.New(std, nil).Ranking(ref)
	if err == nil || strings.HasSuffix(library.FileOf(name), ".star") {
		return r, library.AsTyped(err, name, ref)
	}
	u := app.UsageHint(fmt.Sprintf("no ranking %q", name), "there is "+strings.Join(rank.Names(), ", "))
	names := rank.Names()
	for _, e := range rank.Catalogue() {
		names = append(names, e.Word)
	}
	if best := diag.Meant(name, names); best != "" {
		u.Hint = fmt.Sprintf("did you mean %q?", best)
	}
	return nil, u
}

// withJoker returns the ranking with a joker in its deck.
func withJoker(r *rank.Ranking, word string) (*rank.Ranking, error) {
	if word == "" {
		return r, nil
	}
	role := rank.Bug
	if word == "wild" {
		role = rank.Wild
	}
	d := r.Description()
	switch {
	case d.Jokers == role && d.Deck.Jokers > 0:
		return r, nil
	case role == rank.Bug && len(d.WildRanks)+len(d.WildCards) > 0:
		return nil, app.Usagef("--joker bug: %s has wild cards already", r)
	}
	d.Name += "-" + word
	d.Jokers, d.Deck.Jokers = role, max(1, d.Deck.Jokers)
	made, err := rank.Compile(d)
	if err != nil {
		return nil, app.Usagef("--joker %s: %s", word, strings.TrimPrefix(err.Error(), "rank: "))
	}
	return made, nil
}

// gameJudge returns a judge that ranks like the final showdown of a game.
func gameJudge(game *plan.Game) (*ranker, error) {
	show := lastShowdown(game)
	if show == nil {
		return nil, app.Usagef("%s has no showdown", game.ID)
	}
	j := &ranker{
		name: game.ID, allowed: game.Deck.Set(), minHole: 1,
		maxHole: min(game.HoleCards(), maxRanked), maxBoard: boardCards(game),
	}
	if len(show.Parts) > 2 {
		return nil, app.Usagef("%s divides the pot between %d hands, and eval ranks one or two: use --ranking", game.ID, len(show.Parts))
	}
	for i := range show.Parts {
		p := &show.Parts[i]
		if !p.Counted() {
			return nil, app.Usagef("a hand of %s depends on more than its cards and the board: use --ranking", game.ID)
		}
		part := judgePart{field: fieldOf(p.Ranking), ranking: p.Ranking, of: p, exact: p.Exact(), bySuit: p.BySuit}
		if slices.ContainsFunc(j.parts, func(q judgePart) bool { return q.field == part.field }) {
			part.field += "_2"
		}
		j.parts = append(j.parts, part)
		j.least = max(j.least, p.Ranking.Fewest())
		for _, u := range p.Use {
			j.minBoard = max(j.minBoard, int(u.BoardLeast))
			if !u.AllHeld() {
				j.minHole = max(j.minHole, int(u.HoleLeast))
			}
		}
		if part.exact {
			j.minHole, j.minBoard, j.maxHole, j.maxBoard = 2, 3, min(j.maxHole, 6), min(j.maxBoard, 5)
		}
	}
	return j, nil
}

// lastShowdown returns the last showdown of the steps; earlier ones belong to
// branches.
func lastShowdown(g *plan.Game) *plan.ShowdownStep {
	for i := range slices.Backward(g.Steps) {
		if s := &g.Steps[i]; s.Show != nil {
			return s.Show
		}
	}
	return nil
}

// boardCards returns the maximum number of cards on the board.
func boardCards(g *plan.Game) int {
	n := 0
	for i := range g.Steps {
		if s := &g.Steps[i]; s.DealsTo(plan.ZoneBoard) {
			n += s.Count
		}
	}
	return min(n, maxRanked)
}

// rank sets the value of a row.
func (j *ranker) rank(r *evalRow) {
	all := r.cards[:r.n]
	for i, p := range j.parts {
		w := &r.worth[i]
		var used []cards.Card
		if p.of != nil && !p.of.Plain() {
			w.strength = p.of.Strength(r.own(), r.board())
			used = p.of.Used(nil, r.own(), r.board())
		} else {
			w.strength = p.ranking.Best(all)
			used = p.ranking.Used(all)
		}
		w.n = uint8(copy(w.used[:], used))
		switch {
		case !p.bySuit:
		case p.of != nil && !p.of.Plain():
			w.suits = p.of.SuitKey(r.own(), r.board())
		default:
			w.suits = p.ranking.SuitKey(all)
		}
	}
}

// compare orders rows best first: by the first part, then its suits, then the second
// part. Equal rows keep their input order.
func (j *ranker) compare(a, b *evalRow) int {
	for i := range j.parts {
		x, y := &a.worth[i], &b.worth[i]
		switch {
		case x.strength != y.strength:
			return sign(x.strength < y.strength)
		case x.suits != y.suits:
			return sign(x.suits < y.suits)
		}
	}
	return 0
}

func sign(up bool) int {
	if up {
		return 1
	}
	return -1
}
