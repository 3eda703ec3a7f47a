package equity

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/rows"
)

type EvalOptions struct {
	// Hands are the hands on the command line, Files the files, folders and "-" with
	// hands; one of the two is empty.
	Hands, Files []string
	Game         string
	Plan         *plan.Game // instead of Game, nil for none
	Ranking      string
	Joker        string // "", "bug" or "wild"
	Board        string
	Sort         bool
	Workers      int
	Format       string
}

// Ending is the extension of the files that a folder of hands stands for.
const Ending = ".txt"

// Settle rejects conflicting options and determines where the hands come from. Hands
// are the arguments, hands or paths.
func (o *EvalOptions) Settle(std *app.IO) error {
	var paths []string
	o.Hands, paths = split(std, o.Hands)
	o.Files = append(paths, o.Files...)
	for _, word := range o.Hands {
		if _, ok := rank.ByName(word); ok {
			return app.UsageHint(fmt.Sprintf("%s is a ranking, not cards", word), "--ranking "+word)
		}
	}
	switch {
	case o.Game != "" && o.Ranking != "":
		return app.Usagef("--game and --ranking cannot be used together")
	case o.Game != "" && o.Joker != "":
		return app.Usagef("--joker is for --ranking; a game has its own jokers")
	case o.Joker != "" && o.Joker != "bug" && o.Joker != "wild":
		return app.Usagef("--joker must be bug or wild, not %q", o.Joker)
	case o.Workers < 1:
		return app.Usagef("--workers must be at least 1, not %d", o.Workers)
	case len(o.Hands) > 0 && len(o.Files) > 0:
		where := o.Files[0]
		if where == history.Stdin {
			where = "standard input"
		}
		return app.Usagef("hands come from arguments or from %s, not from both", where)
	case len(o.Hands) == 0 && len(o.Files) == 0 && std.Stdin.Terminal:
		return app.Usagef("eval needs CARDS, a PATH, or '-' for standard input")
	}
	if len(o.Files) == 0 && len(o.Hands) == 0 {
		o.Files = []string{history.Stdin}
	}
	if singleCards(o.Hands) {
		o.Hands = []string{strings.Join(o.Hands, " ")}
	}
	if o.Ranking == "" {
		o.Ranking = "high"
	}
	return nil
}

// split tells the hands among the arguments from the paths. What reads as cards is a
// hand, even if a file has that name; "./" before the name makes it a path.
func split(std *app.IO, words []string) (hands, paths []string) {
	for _, w := range words {
		if w == history.Stdin || !cardsOnly(w) && isPath(std, w) {
			paths = append(paths, w)
		} else {
			hands = append(hands, w)
		}
	}
	return hands, paths
}

// cardsOnly reports whether a word is nothing but cards, with or without a board.
func cardsOnly(word string) bool {
	for word != "" {
		n := cards.Gap(word)
		if n == 0 {
			_, n = scanCard(word)
		}
		if n == 0 && (word[0] == '|' || word[0] == '/') {
			n = 1
		}
		if n == 0 {
			return false
		}
		word = word[n:]
	}
	return true
}

// fileName matches what only a file is called, so that a missing file is not reported
// as a bad hand.
var fileName = regexp.MustCompile(`^[./~]|\.[A-Za-z]\w*$`)

func isPath(std *app.IO, word string) bool {
	if _, err := std.FS.Stat(word); err == nil {
		return true
	}
	_, n := scanCard(word)
	return n == 0 && fileName.MatchString(word)
}

// several reports whether the hands may come from more than one file.
func (o *EvalOptions) several(std *app.IO) bool {
	if len(o.Files) != 1 || o.Files[0] == history.Stdin {
		return len(o.Files) > 1
	}
	info, err := std.FS.Stat(o.Files[0])
	return err == nil && info.IsDir()
}

// singleCards reports whether the arguments are the cards of one hand: no ranking but
// badugi ranks hands of one card.
func singleCards(words []string) bool {
	for _, w := range words {
		if _, n := scanCard(w); n == 0 || n != len(w) {
			return false
		}
	}
	return len(words) > 1
}

// Eval ranks hands.
func Eval(ctx context.Context, std *app.IO, opts EvalOptions) error {
	ranker, err := newJudge(std, opts)
	if err != nil {
		return err
	}
	out := &evalOutput{
		std: std, ranker: ranker, format: opts.Format, keep: opts.Sort || opts.Format == report.Text || rows.Watch != nil, sort: opts.Sort,
		files: slices.ContainsFunc(opts.Files, func(name string) bool { return name != history.Stdin }), places: opts.several(std),
	}
	blocks := opts.source(std)
	err = ranker.rankBlocks(ctx, opts, blocks, out)
	if closing := out.Close(err == nil); closing != nil && err == nil {
		err = closing
	}
	switch {
	case err != nil:
		return err
	case out.rows == 0 && out.bad == 0:
		return app.Usagef("no hand to rank")
	case out.rows == 0 && opts.Hands != nil:
		return app.ErrShown
	case out.bad > 0:
		std.Note("%s ranked, %s not", term.Counted(out.rows, "hand"), term.Counted(out.bad, "line"))
		return app.ErrNo
	}
	return nil
}

// scanCard parses a card in any notation, and "Xx" as a joker, as some hand files write it.
func scanCard(s string) (cards.Card, int) {
	if len(s) >= 2 && s[0] == 'X' && s[1] == 'x' {
		return cards.Joker, 2
	}
	return cards.ScanWritten(s)
}

// readBoard parses --board.
func (j *ranker) readBoard(text string) error {
	var row evalRow
	if f := j.readCards(&row, text, 0); f != nil {
		return f.Placed("--board", 1, text)
	}
	if row.n > j.maxBoard {
		return app.Usagef("--board: %s", j.boardFault(row.n))
	}
	j.board = row.cards[:row.n]
	return nil
}

// readLine parses a hand. It returns false for a line without one.
func (j *ranker) readLine(row *evalRow, line string) (bool, *diag.Error) {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	bar := strings.IndexAny(line, "|/")
	own := line
	if bar >= 0 {
		own = line[:bar]
	}
	row.n = 0
	if f := j.readCards(row, own, 0); f != nil {
		return true, f
	}
	if row.n == 0 && bar < 0 {
		return false, nil
	}
	row.hole = row.n
	if bar >= 0 {
		if f := j.readCards(row, line[bar+1:], bar+1); f != nil {
			return true, f
		}
	} else if f := j.addBoard(row, own); f != nil {
		return true, f
	}
	return true, j.checkCounts(row, bar)
}

// readCards adds the cards of text to a row; at is the offset of text in its line.
func (j *ranker) readCards(row *evalRow, text string, at int) *diag.Error {
	seen := cards.SetOf(row.cards[:row.n]...)
	for i := 0; i < len(text); {
		if gap := cards.Gap(text[i:]); gap > 0 {
			i += gap
			continue
		}
		c, n := scanCard(text[i:])
		if c == cards.Joker && seen.Has(c) && j.jokers > 1 {
			c = cards.Joker2
		}
		if n == 0 || !j.allowed.Has(c) || seen.Has(c) {
			// The error for an invalid card.
			text := text[i:]
			at := at + i
			f := &diag.Error{At: 1 + at}
			switch {
			case n == 0:
				f.Msg = "not a card"
				f.Hint = "a card is a rank, 23456789TJQKA, and a suit, cdhs: Ah, Tc; a joker is Jo"
				if onlyRanks.MatchString(firstWord(text)) {
					f.Msg = fmt.Sprintf("%q has ranks without suits", firstWord(text))
					// Ranks as cards: a hand that may have been meant.
					ranks := firstWord(text)
					var b strings.Builder
					for i, r := range strings.ReplaceAll(ranks, "10", "T") {
						b.WriteString(strings.ToUpper(string(r)) + string("hdcs"[i%4]))
					}
					f.Hint = "each card needs its suit, c, d, h or s: " + b.String()
				} else if rangeWord.MatchString(firstWord(text)) {
					f.Msg = fmt.Sprintf("%q is a range, and eval ranks hands", firstWord(text))
					f.Hint = "write the cards, such as AsKs; 'cardroom odds' takes ranges"
				} else if rank.IsName(text) {
					f.Msg = fmt.Sprintf("%q is the name of a hand, and eval ranks cards", strings.TrimSpace(text))
					f.Hint = "write its cards, such as KsKd2h2c3s; 'cardroom doc names' says what names mean"
				}
			case c == cards.Unknown:
				f.Msg = "a card nobody has seen cannot be ranked"
			case c.IsJoker() && j.jokers == 0:
				f.Msg = "there is no joker in the deck of " + j.name
				if len(j.parts) == 1 && j.maxBoard == maxRanked {
					f.Hint = "--joker bug or --joker wild puts one there"
				}
			case seen.Has(c):
				f.Msg = c.String() + " appears twice"
			default:
				f.Msg = fmt.Sprintf("there is no %s in the deck of %s", c, j.name)
			}
			return f
		}
		if row.n == maxRanked {
			return &diag.Error{At: 1 + at + i, Msg: fmt.Sprintf("more than %d cards", maxRanked)}
		}
		row.cards[row.n] = c
		row.n++
		seen = seen.With(c)
		i += n
	}
	return nil
}

// rangeWord matches the start of a two-card range. It is used only for a hint, so it does not expand the range, which can be all
// hands.
var rangeWord = regexp.MustCompile(`^(?i:[2-9tjqkax]{2}[so]?(\+|-[2-9tjqka]{2}[so]?)?|[0-9.]+%|random)(,|:|$)`)

// onlyRanks matches a hand of three cards or more without suits; AK and AKx are ranges.
var onlyRanks = regexp.MustCompile(`^(?i:10|[2-9tjqka]){3,}$`)

// firstWord returns a text up to the first space.
func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// addBoard adds the board that all hands share.
func (j *ranker) addBoard(row *evalRow, own string) *diag.Error {
	seen := cards.SetOf(row.own()...)
	if both := seen & cards.SetOf(j.board...); both != 0 {
		c := both.Cards()[0]
		return &diag.Error{At: 1 + max(0, strings.Index(own, c.String())), Msg: c.String() + " is on the board too"}
	}
	if row.n+len(j.board) > maxRanked {
		return &diag.Error{Msg: fmt.Sprintf("%d cards with the board: at most %d can be ranked", row.n+len(j.board), maxRanked)}
	}
	row.n += copy(row.cards[row.n:], j.board)
	return nil
}

// checkCounts rejects too few and too many cards. bar is the index of the separator before the board, -1 if there is none.
func (j *ranker) checkCounts(row *evalRow, bar int) *diag.Error {
	board := row.n - row.hole
	switch {
	case row.hole < j.minHole || row.n < j.least && j.minBoard == 0:
		return &diag.Error{Msg: fmt.Sprintf("%s, too few for %s: it ranks %s", term.Counted(int64(row.n), "card"), j.name, j.wanted())}
	case row.hole > j.maxHole:
		return &diag.Error{Msg: fmt.Sprintf("%s, too many: a hand of %s has %d", term.Counted(int64(row.hole), "card"), j.name, j.maxHole)}
	case board < j.minBoard || board > j.maxBoard:
		e := &diag.Error{At: 1 + max(0, bar), Msg: j.boardFault(board)}
		if board == 0 {
			e.Hint = "the board comes after a '|', or from --board"
		}
		return e
	}
	return nil
}

// wanted describes the number of cards that a hand needs.
func (j *ranker) wanted() string {
	switch {
	case j.minBoard > 0:
		return fmt.Sprintf("%d to %d and a board", j.minHole, j.maxHole)
	case j.maxHole == j.least:
		return fmt.Sprintf("%d", j.least)
	}
	return fmt.Sprintf("%d or more", j.least)
}

func (j *ranker) boardFault(n int) string {
	if j.maxBoard == 0 {
		return j.name + " has no board"
	}
	has := fmt.Sprint(j.maxBoard)
	if least := max(j.minBoard, 1); least != j.maxBoard {
		has = fmt.Sprintf("%d to %d", least, j.maxBoard)
	}
	return fmt.Sprintf("%s on the board: %s has %s", term.Counted(int64(n), "card"), j.name, has)
}

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
