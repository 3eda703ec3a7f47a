package docs

import (
	"context"
	"math/bits"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Example is a hand that was dealt and called down, to show how the game ends.
type Example struct {
	Board Shown `json:"board,omitempty"` // the cards: AsKd
	// Boards are the cards of each board, if there are several.
	Boards []Laid `json:"boards,omitempty"` // the cards of each board, if there are several
	Seats  []Held `json:"seats"`            // the players
	Text   string `json:"text"`             // which cards are wild, and who takes what
}

// Laid is the cards on a board.
type Laid struct {
	Name  string `json:"name"`  // the name of the board
	Cards Shown  `json:"cards"` // the cards: AsKd
}

// Held is a seat's cards at the end, and the hand they make.
type Held struct {
	Name  string `json:"name"`           // a name
	Cards Shown  `json:"cards"`          // the cards: AsKd
	Lie   []Lain `json:"lie,omitempty"`  // how they lie, if some lie face down and others up, or if they are set apart
	Makes string `json:"makes"`          // what they make
	Wins  bool   `json:"wins,omitempty"` // the player wins something
}

// Lain is some of a player's cards that lie together.
type Lain struct {
	Cards Shown  `json:"cards"`          // the cards: AsKd
	Down  bool   `json:"down,omitempty"` // they lie face down, and others face up
	Hand  string `json:"hand,omitempty"` // the hand as which they are set apart
}

// Words returns the cards as they lie: those face down in parentheses, hands that are set apart with strokes between them.
func (h *Held) Words() string {
	if h.Lie == nil {
		return CardWords(h.Cards)
	}
	var out strings.Builder
	for i, l := range h.Lie {
		words := CardWords(l.Cards)
		if l.Down {
			words = "(" + words + ")"
		}
		out.WriteString(h.stroke(i) + words)
	}
	return out.String()
}

// stroke returns what stands before cards that lie apart.
func (h *Held) stroke(i int) string {
	switch {
	case i == 0:
		return ""
	case h.Lie[i].Hand != "":
		return " / "
	}
	return " "
}

// lie returns how the cards of a seat lie, nil if they all lie alike.
func lie(h *hand.Hand, seat int) (out []Lain) {
	game := h.Plan().Game
	if game.Hands != nil {
		for g, cs := range setApart(h, seat) {
			if len(cs) > 0 {
				out = append(out, Lain{Cards: cs, Hand: game.Hands[g]})
			}
		}
		return out
	}
	if h.Plan().AgainstBank { // all hands are turned up
		return nil
	}
	ups := 0
	for k, c := range h.Hole(seat) {
		up := h.IsUp(seat, k)
		if up {
			ups++
		}
		if n := len(out); n > 0 && out[n-1].Down != up {
			out[n-1].Cards = append(out[n-1].Cards, c)
			continue
		}
		out = append(out, Lain{Cards: Shown{c}, Down: !up})
	}
	if ups == 0 || ups == len(h.Hole(seat)) {
		return nil
	}
	return out
}

// setApart returns the cards of each hand as which a seat's cards are set apart, in the order of the game's hands.
func setApart(h *hand.Hand, seat int) [][]cards.Card {
	if h.Plan().AgainstBank {
		return h.Apart(seat)
	}
	var out [][]cards.Card
	for g := range h.Plan().Game.Hands {
		out = append(out, h.HandOf(nil, seat, g+1))
	}
	return out
}

// names are the players of the example.
var names = [...]string{"Ann", "Bob", "Cal"}

// The search for a suitable hand ends after so many hands, and so many actions in all: some games deal again until somebody wins. Scripts that
// are asked during a hand take most of its time, and so do cards that are set apart as several hands.
const (
	examples     = 800
	exampleActs  = 20_000
	scriptedActs = 1_300
	arrangedActs = 120
)

// exampleFor deals hands until one shows the game well: a showdown that a good
// hand wins against another good one, with different winners for the parts of a
// split. It returns nil if there is none.
func exampleFor(ctx context.Context, b *plan.AtStakes) *Example {
	if b.AgainstBank {
		return bankedExample(ctx, b)
	}
	seats := min(len(names), b.Game.MaxSeats)
	var best *Example
	var settings setter
	most, left := 0, exampleActs
	if b.Game.HasStep(func(s *plan.Step) bool { return s.Ask.Arranges() && len(s.Ask.Sizes) > 2 }) {
		left = arrangedActs
	}
	if b.Scripted {
		left = scriptedActs
	}
	for seed := range uint64(examples / max(1, len(b.Game.Boards))) {
		h, ok := calledDown(ctx, b, &settings, seats, seed+1, &left, nil)
		if !ok {
			break
		}
		if n := teaches(h); n > most {
			best, most = exampleOf(h), n
			if n == shown+len(showdownOf(h).Parts)*(taken+elsewhere+2*goodHand) { // shows all there is: no later one is better
				break
			}
		}
	}
	return best
}

// calledDown deals a hand in which somebody bets if all could check it down,
// and everybody calls. It takes at most left actions, and counts them off. watch, if not nil, is told of each event.
func calledDown(ctx context.Context, b *plan.AtStakes, settings *setter, seats int, seed uint64, left *int, watch func(*hand.Hand, *hand.Event)) (*hand.Hand, bool) {
	setup := hand.Setup{Plan: b, Button: seats - 1, Seed: seed}
	for range seats {
		setup.Stacks = append(setup.Stacks, 1000*b.Stakes.Small.Lo)
	}
	var h hand.Hand
	if h.Start(&setup) != nil {
		return nil, false
	}
	if watch != nil {
		h.Follow(&hand.Log{Watch: watch})
	}
	opens := b.Game.HasStep(func(s *plan.Step) bool { return s.Branches() })
	for {
		d, ok := h.Next()
		if !ok {
			return &h, true
		}
		a := h.DefaultAction()
		switch ask := h.Choice(); {
		case ask == nil:
		case !ask.InTurn:
			a.Pick = int8((seed>>(2*int(d.Seat)) + uint64(d.Step)) % uint64(d.Count)) // players do not declare alike
		case ask.OwnWords && ask.Offers[0].GivesUp() && d.Count > 1: // nobody folds
			o := h.Nth(1)
			a.Pick, a.Amount = 1, o.Min
		case ask.OwnWords && !b.AgainstBank: // nor chooses the same each time
			pick := (int(seed>>(2*int(d.Seat))) + int(d.Step)) % d.Count
			o := h.Nth(pick)
			a.Pick, a.Amount = int8(pick), o.Min
		}
		if ask := h.Question(); ask != nil && ask.Arranges() && ask.Sizes != nil {
			a = settings.set(&h, ask)
		}
		if a.Kind != hand.BringIn && opens && d.Options.Opens && d.Options.CanRaise() {
			a = hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: d.Options.MinTo}
			opens = false
		}
		if *left--; *left < 0 || pause.Err(ctx) != nil || h.Apply(a) != nil {
			return nil, false
		}
	}
}

// showdownOf returns the showdown that a hand has reached, or nil.
func showdownOf(h *hand.Hand) *plan.ShowdownStep {
	if st := h.Step(); st != nil {
		return st.Show
	}
	return nil
}

// claim returns the strength of a seat's hand for a part, 0 if the seat has not declared for it.
func claim(h *hand.Hand, part, seat int) rank.Strength {
	if !h.Competes(part, seat) {
		return 0
	}
	return h.Strength(part, seat)
}

// Lies returns the cards for all: of each board, or of the only one.
func (e *Example) Lies() []Laid {
	if len(e.Boards) > 0 || len(e.Board) == 0 {
		return e.Boards
	}
	return []Laid{{Name: theBoard, Cards: e.Board}}
}

// What a showdown, a part that is won, one that goes to another player than the part before, and a good hand are worth.
const (
	shown     = 1
	taken     = 3
	elsewhere = 4
	goodHand  = 3
)

// teaches rates how well a hand shows a game: 0 for one without a showdown, or
// with a tie.
func teaches(h *hand.Hand) int {
	sd := showdownOf(h)
	if !h.Result().Showdown || sd == nil {
		return 0
	}
	points, last := shown, -1
	for k := range sd.Parts {
		p := &sd.Parts[k]
		first, best, second := -1, rank.Strength(0), rank.Strength(0)
		for seat := range h.Seats() {
			switch s := claim(h, k, seat); {
			case s == 0:
			case s > best:
				first, best, second = seat, s, best
			case s == best:
				return 0
			default:
				second = max(second, s)
			}
		}
		switch {
		case first < 0 && k == 0 || first >= 0 && h.Won(first) == 0:
			return 0
		case first >= 0 && sd.Both != "" && h.Chose(first, sd.Both):
			return 0 // whether the player wins depends on the other shares
		case first < 0:
			continue
		}
		points += taken
		if first != last {
			points += elsewhere
		}
		last = first
		points += good(p.Ranking, best)
		if second != 0 {
			points += good(p.Ranking, second)
		}
	}
	return points
}

// good rates how interesting a hand is: for high, a straight to a full house,
// then a pair or better; for low, hands without a pair.
func good(r *rank.Ranking, s rank.Strength) int {
	c := r.Category(s)
	switch {
	case r.Low() && c == rank.HighCard:
		return goodHand
	case r.Low():
		return 0
	case c == rank.Straight || c == rank.Flush || c == rank.FullHouse:
		return goodHand
	case c == rank.Trips || c == rank.TwoPair:
		return 2
	case c == rank.Pair:
		return 1
	}
	return 0
}

// betsSaid returns what a player has bet, with the fee, "" for one who banks.
func betsSaid(b *plan.AtStakes, bet int64) string {
	if bet == 0 {
		return ""
	}
	said := grouped(b.Stakes.Price(bet))
	if len(b.Bets) > 1 {
		return said + " in all"
	}
	for i := range b.Game.Steps {
		if p := b.Game.Steps[i].Place; p != nil && len(p.Fees) > 0 {
			said += " and a fee of " + grouped(b.Game.Money.Price(p.Fees.For(bet*plan.Cents/b.Stakes.Scale), plan.Cents))
		}
	}
	return said
}

// bankedExample returns a round against the bank in which one player wins and
// another loses.
func bankedExample(ctx context.Context, b *plan.AtStakes) *Example {
	left, settings := scriptedActs, setter{}
	for seed := range uint64(examples) {
		placed := [len(names)][plan.MaxBets]int64{} // the bets of each player, before they are paid
		paid := false
		h, ok := calledDown(ctx, b, &settings, min(len(names), b.Game.MaxSeats), seed+1, &left, func(h *hand.Hand, e *hand.Event) {
			paid = paid || e != nil && e.Kind.Facts().Outcome != hand.NoOutcome
			for seat := range h.Seats() {
				for i := range b.Bets {
					if bet := h.Bet(seat, 0, i); bet > 0 || !paid {
						placed[seat][i] = bet
					}
				}
			}
		})
		if !ok || h.Banker() < 0 && !b.Game.HouseBanks() {
			return nil
		}
		var won, lost int
		e := &Example{Board: append(Shown(nil), h.Board()...)}
		for seat := range h.Seats() {
			cs, _ := h.Cards(seat, 0)
			worth, known := h.Worth(seat, 0)
			if !known || len(cs) == 0 {
				break
			}
			held := Held{Name: names[seat], Cards: append(Shown(nil), cs...), Lie: lie(h, seat), Makes: worth}
			before, bets := "", int64(0)
			if worth != "" {
				before = "; "
			}
			for _, bet := range placed[seat] {
				bets += bet
			}
			if said := betsSaid(b, bets); said != "" {
				before += "bets " + said + ", "
			}
			switch net := h.Net(seat); {
			case seat == h.Banker():
				held.Name += ", bank"
			case net > 0:
				won++
				held.Wins = true
				held.Makes += before + "wins " + grouped(b.Stakes.Price(net))
			case net < 0:
				lost++
				held.Makes += before + "loses " + grouped(b.Stakes.Price(-net))
			default:
				held.Makes += before + "a push"
			}
			e.Seats = append(e.Seats, held)
		}
		if won == 0 || lost == 0 || len(e.Seats) < h.Seats() {
			continue
		}
		if cs, _ := h.Cards(-1, 0); len(cs) > 0 {
			worth, _ := h.Worth(-1, 0)
			e.Seats = append(e.Seats, Held{Name: "Bank", Cards: append(Shown(nil), cs...), Lie: lie(h, -1), Makes: worth})
		}
		return e
	}
	return nil
}

// exampleOf returns a finished hand as an example.
func exampleOf(h *hand.Hand) *Example {
	sd := showdownOf(h)
	e := &Example{Board: append(Shown(nil), h.Board()...)}
	if all := h.Plan().Game.Boards; len(all) > 1 {
		fullest := 0
		for k := range all {
			fullest = max(fullest, len(h.BoardOf(nil, k)))
		}
		removed := h.Plan().Game.HasStep((*plan.Step).Removes) // and those that came later lie alone
		for k, name := range all {
			if cs := h.BoardOf(nil, k); len(cs) > 0 && (!removed || len(cs) == fullest) {
				e.Boards = append(e.Boards, Laid{capital(name), cs})
			}
		}
	}
	takes := make([]string, len(sd.Parts))
	for seat := range h.Seats() {
		e.Seats = append(e.Seats, Held{
			Name: names[seat], Cards: append(Shown(nil), h.Hole(seat)...), Lie: lie(h, seat), Makes: strings.Join(makes(h, sd, seat), "; "), Wins: h.Won(seat) > 0,
		})
	}
	for k := range sd.Parts {
		if seat := leader(h, k); claim(h, k, seat) != 0 {
			takes[k] = names[seat]
		}
	}
	e.Text = takeWords(sd, takes)
	w := &writer{game: h.Plan().Game}
	if w.potless() {
		var nets []string
		for seat := range h.Seats() {
			verb, net := " wins ", h.Net(seat)
			if net < 0 {
				verb, net = " loses ", -net
			}
			nets = append(nets, names[seat]+verb+grouped(h.Plan().Stakes.Price(net)))
		}
		e.Text = list(nets, "and") + "."
	}
	wild := map[string][]string{} // the players for whom some cards are wild
	for seat := range h.Seats() {
		if words := wildFor(h, sd, seat); words != "" {
			wild[words] = append(wild[words], names[seat])
		}
	}
	for words, who := range wild {
		if len(wild) == 1 && len(who) == bits.OnesCount64(uint64(h.Live())) {
			e.Text = sentences(sentence(words), e.Text)
			break
		}
		for _, name := range who {
			i := slices.IndexFunc(e.Seats, func(s Held) bool { return s.Name == name })
			e.Seats[i].Makes += "; " + words
		}
	}
	if slices.ContainsFunc(e.Seats, func(s Held) bool { return slices.ContainsFunc(s.Lie, func(l Lain) bool { return l.Down }) }) {
		e.Text = sentences("Cards in parentheses lie face down.", e.Text)
	}
	for i := range w.game.Steps {
		for _, c := range slices.Backward(w.conditions(i)) {
			if is, ok := strings.CutPrefix(c, "if "); ok && w.game.Steps[i].Show == sd {
				e.Text = sentences(sentence(is), e.Text)
			}
		}
	}
	return e
}

// wildFor returns which cards the hand has made wild for a player at a showdown, "" for none.
func wildFor(h *hand.Hand, sd *plan.ShowdownStep, seat int) string {
	var set cards.Set
	for k := range sd.Parts {
		if r := sd.Parts[k].Ranking; h.Live().Has(seat) && r.ByEvent() && claim(h, k, seat) != 0 {
			set |= h.WildIn(k, seat)
		}
	}
	var what []string
	are := "are"
	deck := h.Plan().Game.Deck.Set()
	for r := cards.Two; r <= cards.Ace; r++ {
		of, all := set&rank.OfRank(r), deck&rank.OfRank(r)
		switch {
		case of == 0:
		case of == all:
			what = append(what, rank.Plural(r))
		default:
			for c := range of.All() {
				what = append(what, cardName(c))
			}
			if of.Len() == 1 {
				are = "is"
			}
		}
	}
	if len(what) == 0 {
		return ""
	}
	if len(what) > 1 {
		are = "are"
	}
	return list(what, "and") + " " + are + " wild"
}

// makes returns what a player chose in secret, and the hands for the parts that the player competes for.
func makes(h *hand.Hand, sd *plan.ShowdownStep, seat int) (out []string) {
	if text := declared(h, seat); text != "" {
		out = append(out, text)
	}
	if !h.Live().Has(seat) {
		return out
	}
	if none := func(k int) bool { return claim(h, k, seat) == 0 }; len(sd.Parts) > 1 && h.Plan().InAscendingOrder != nil && none(0) && none(1) {
		return append(out, "fouls")
	}
	for k := range sd.Parts {
		p := &sd.Parts[k]
		s := claim(h, k, seat)
		switch {
		case s == 0 && len(p.Chosen) > 0:
		case s == 0 && p.Beats != 0:
			out = append(out, "does not beat "+list((&writer{}).namesOf(h.Plan().Game.Boards, p.Beats), "and"))
		case s == 0:
			out = append(out, "no "+p.Name)
		case len(sd.Parts) > 1:
			out = append(out, p.Name+": "+p.Ranking.Describe(s))
		default:
			out = append(out, p.Ranking.Describe(s))
		}
	}
	return out
}

// declared returns what a player chose in secret, "" for nothing.
func declared(h *hand.Hand, seat int) string {
	var out []string
	steps := h.Plan().Game.Steps
	for i := range steps {
		st := &steps[i]
		if !choosesFromList(st) || st.Ask.InTurn {
			continue
		}
		for k := range st.Ask.Offers {
			if name := st.Ask.Offers[k].Name; h.Chose(seat, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "chooses " + list(quoted(out), "and")
}

// leader returns the seat with the best hand of a part.
func leader(h *hand.Hand, part int) int {
	best := 0
	for seat := range h.Seats() {
		if claim(h, part, seat) > claim(h, part, best) {
			best = seat
		}
	}
	return best
}

// takeWords returns who takes what; takes has the name of who wins each part, "" for nobody.
func takeWords(sd *plan.ShowdownStep, takes []string) string {
	halves := len(takes) == 2 && sd.Parts[0].Weight() == sd.Parts[1].Weight()
	share := map[bool]string{true: "half", false: "share"}[halves]
	var who, empty []string
	divided := true                // by the others, what nobody takes
	parts := map[string][]string{} // of each who takes something
	for k, name := range takes {
		part := sd.Parts[k].Name
		switch {
		case name != "":
			if parts[name] == nil {
				who = append(who, name)
			}
			parts[name] = append(parts[name], part)
		case sd.Parts[k].Nobody == plan.OthersDivide:
			empty = append(empty, "a "+part)
		default:
			empty, divided = append(empty, "the "+part+" "+share), false
		}
	}
	switch {
	case len(who) == 0:
		return "Nobody takes the pot."
	case len(takes) == 1:
		return who[0] + " takes the pot."
	case len(who) == 1 && len(empty) == 0:
		return who[0] + " takes the whole pot."
	case len(who) == 1 && divided:
		return "Nobody has " + list(empty, "or") + ", so " + who[0] + " takes the whole pot."
	}
	var words []string
	for k, name := range who {
		verb := " takes "
		if k > 0 && halves {
			verb = " "
		}
		shares := share
		if len(parts[name]) > 1 {
			shares += "s"
		}
		words = append(words, name+verb+"the "+list(parts[name], "and")+" "+shares)
	}
	text := list(words, "and") + "."
	if halves && len(words) == 2 {
		text = words[0] + ", " + words[1] + "."
	}
	switch {
	case len(empty) > 0 && divided:
		text = sentences(text, "Nobody has "+list(empty, "or")+".")
	case len(empty) > 0:
		text = sentences(text, "Nobody takes "+list(empty, "or")+".")
	}
	return text
}
