package ruletest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// TableStatement is a statement of test_table.play that is not an event.
type TableStatement struct {
	Word, Usage, Doc string
	// Method reports whether there is a method expect_WORD with the same
	// meaning.
	Method bool

	example string
	do      func(s *Table, words []string) error
}

var tableStatements []TableStatement

// An init function, because statements play and play looks statements up.
func init() {
	tableStatements = []TableStatement{
		{"seats", "seats NAME …", "the players in their seats, from the house dealer's left; - is a free seat", true, `s.expect_seats("A B C")`, (*Table).expectSeats},
		{"stacks", "stacks NAME AMOUNT …", "players' chips", true, `s.expect_stacks({"A": 100})`, (*Table).expectStacks},
		{"dealt", "dealt NAME …", "exactly these are dealt into the hand, from the first seat on", true, `s.deal(); s.expect_dealt("A B C")`, dealt((*Table).expectDealt)},
		{"button", "button NAME", "who has the button in this hand; - for an empty seat", true, `s.deal(); s.expect_button("A")`, place("button", 0)},
		{"small", "small NAME", "who has the small blind; - for nobody", true, `s.deal(); s.expect_small("B")`, place("small blind", 1)},
		{"big", "big NAME", "who has the big blind", true, `s.deal(); s.expect_big("C")`, place("big blind", 2)},
		{"posts", "posts NAME AMOUNT [dead] …", "the extra posts of the hand, exactly", true, `s.deal(); s.expect_posts("")`, dealt((*Table).expectPosts)},
		{"owes", "owes NAME small|big|blinds|AMOUNT|nothing", "what a player owes before being dealt in again", true, `s.expect_owes("A nothing")`, (*Table).expectOwes},
		{"game", "game NAME", "the game of the hand, between hands the table's", true, `s.expect_game("holdem")`, (*Table).expectGame},
		{"limits", "limits SMALL BIG", "the limits of the hand, a spread as 2-4", true, `s.deal(); s.expect_limits("2 4")`, dealt((*Table).expectLimits)},
		{"raised", "raised", "the hand is played at raised stakes", true, `s.play("A wins; A wins; deal"); s.expect_raised()`, dealt((*Table).expectRaised)},
		{"says", "says TEXT", "what the dealer announces before the hand or, when it is over, after it", true, `s.play("A wins; A wins; deal"); s.expect_says("half kill pot")`, dealt((*Table).expectSays)},
		{"fee", "fee AMOUNT", "the house's fee for the hand, once its chips are in the pot", true, `s.deal(); s.expect_fee(1)`, dealt((*Table).expectFee)},
		{"ledger", "ledger AMOUNT [hands AMOUNT] [clock AMOUNT]", "what the house has taken at the table: in all, from hands, by the clock", true, `s.expect_ledger("0 hands 0 clock 0")`, (*Table).expectLedger},
		{"fund", "fund AMOUNT", "what the table's rules have set aside in their funds, together", true, `s.expect_fund(0)`, amountOf("fund", (*table.Table).Funds)},
		{"bought", "bought AMOUNT", "the chips sold to players", true, `s.expect_bought(300)`, amountOf("bought", (*table.Table).Bought)},
		{"cashed", "cashed AMOUNT", "the chips bought back from players", true, `s.expect_cashed(0)`, amountOf("cashed", (*table.Table).Cashed)},
		{"waiting", "waiting NAME …", "the waiting list", true, `s.expect_waiting("")`, queue("waiting list", (*table.Table).Waiting)},
		{"coming", "coming NAME …", "the players coming from other tables", true, `s.expect_coming("")`, queue("transfer list", (*table.Table).Transfers)},
		{"chooser", "chooser NAME", "who names the next game; - for nobody", true, `s.expect_chooser("-")`, single((*Table).expectChooser)},
		{"votes", "votes NAME …", "who has agreed to another game", true, `s.expect_votes("")`, (*Table).expectVotes},
		{"time", "time HH:MM", "the table's clock", true, `s.expect_time("12:00")`, single((*Table).expectTime)},
		{"deal", "deal [CARDS]", "the next hand begins, with this deck from the top", false, "", (*Table).dealNext},
		{"play", "play [N hands]", "everybody checks and calls to the end of the hand, or for N hands", false, "", (*Table).playHands},
		{"cannot", "cannot WHAT: REASON", "the floor is refused: \"cannot deal: fewer than two\"", false, "", (*Table).cannot},
	}
	for _, st := range tableStatements {
		if st.Method {
			expectTableMethod(st)
		}
	}
	tablePlay.Doc += "\n\n" + glossary()
}

// glossary returns the documentation of the statements of a play, one paragraph
// each.
func glossary() string {
	var out []string
	add := func(usage, doc string) { out = append(out, "`"+usage+"`: "+doc+".") }
	out = append(out, "Events of players and the floor:")
	for _, d := range slices.Concat(tableActions, floor) {
		add(d.usage, d.doc)
	}
	add("NAME cannot WHAT: REASON", "the player is refused")
	out = append(out, "Other lines:")
	for _, st := range tableStatements {
		add(st.Usage, st.Doc)
	}
	return strings.Join(out, "\n\n")
}

func tableStatement(word string) *TableStatement {
	for i := range tableStatements {
		if tableStatements[i].Word == word {
			return &tableStatements[i]
		}
	}
	return nil
}

// statement executes or checks one statement: about the table, its players
// between hands, or the hand.
func (s *Table) statement(words []string) error {
	if len(words) > 1 && words[1] == "cannot" {
		text, reason, _ := strings.Cut(strings.Join(words[2:], " "), ": ")
		tableAction := append([]string{words[0]}, strings.Fields(text)...)
		if len(tableAction) > 1 && (deedOf(tableAction[1]) == nil || s.handVerb(tableAction)) && s.hand != nil && s.playing() {
			return s.hand.act(words)
		}
		return s.refused(tableAction, reason)
	}
	e, ok, err := s.event(words)
	switch {
	case err != nil:
		return err
	case ok:
		text := strings.Join(words, " ")
		if err := s.happens(e); err != nil {
			return &Failure{What: text, Got: "refused, " + reasonOf(err), Want: "accepted"}
		}
		s.tell(text)
		return s.sound()
	case slices.Contains(s.names, words[0]):
		return s.acts(words)
	}
	if st := tableStatement(words[0]); st != nil {
		return st.do(s, words[1:])
	}
	if s.hand != nil && statementOf(words[0]) != nil {
		return s.hand.statement(words)
	}
	return &Failure{Got: quoted(strings.Join(words, " ")), Want: "a player of " + strings.Join(s.names, " ") + " and an action, or a statement such as button", Hint: meant(words[0], s.words())}
}

// acts plays an action of a player in the hand, or a hand that they win.
func (s *Table) acts(words []string) error {
	if len(words) > 1 && words[1] == "wins" {
		n, err := howMany(words[2:])
		for ; err == nil && n > 0; n-- {
			err = s.winner(words[0])
		}
		return err
	}
	if s.hand == nil || !s.playing() {
		f := &Failure{Got: quoted(strings.Join(words, " ")), Want: "an event between hands, or deal first"}
		if len(words) > 1 {
			verbs := []string{"wins", "cannot"} // of what players do between hands
			for i := range tableActions {
				verbs = append(verbs, tableActions[i].verb, tableActions[i].plain)
			}
			f.Hint = meant(words[1], verbs)
		}
		return f
	}
	return s.hand.act(words)
}

// words returns the first words of all statements of a table and of its hands.
func (s *Table) words() []string {
	out := slices.Clone(s.names)
	for i := range tableStatements {
		out = append(out, tableStatements[i].Word)
	}
	for i := range floor {
		out = append(out, floor[i].verb)
	}
	if s.hand != nil {
		out = append(out, s.hand.words()...)
	}
	return out
}

// howMany parses "3 hands"; no words mean 1.
func howMany(words []string) (int, error) {
	if len(words) == 0 {
		return 1, nil
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 || n > 1000 || len(words) != 2 || strings.TrimSuffix(words[1], "s") != "hand" {
		return 0, fmt.Errorf("%q is not a number of hands", strings.Join(words, " "))
	}
	return n, nil
}

func (s *Table) cannot(words []string) error {
	text, reason, _ := strings.Cut(strings.Join(words, " "), ": ")
	tableAction := strings.Fields(text)
	if len(tableAction) == 0 {
		return errors.New("cannot what? write \"cannot deal: reason\"")
	}
	return s.refused(tableAction, reason)
}

func (s *Table) dealNext(words []string) error {
	_, err := s.begin(func(h *Hand, set *hand.Setup) error { return h.stack(set, strings.Join(words, " ")) })
	return err
}

// stack stacks a deck from the top; an empty text leaves the deck alone.
func (h *Hand) stack(set *hand.Setup, text string) (err error) {
	if text == "" {
		return nil
	}
	d := newLayout(h)
	if d.out, err = d.parse(text); err == nil {
		set.Deck = d.rest()
	}
	return err
}

func (s *Table) playHands(words []string) error {
	n, err := howMany(words)
	for ; err == nil && n > 0; n-- {
		err = s.callDown()
	}
	return err
}

func (s *Table) expectSeats(words []string) error {
	var got []string
	for k := range s.t.Config().MaxSeats {
		got = append(got, s.at(k))
	}
	for len(got) > len(words) && got[len(got)-1] == "-" {
		got = got[:len(got)-1]
	}
	return differ("seats", strings.Join(got, " "), strings.Join(words, " "))
}

// stackOf returns the chips in front of a player, including during a hand.
func (s *Table) stackOf(p table.Player) (int64, error) {
	k := s.t.Find(p)
	if k < 0 {
		return 0, fmt.Errorf("%s is not at the table", s.name(p))
	}
	if s.playing() {
		if i := slices.Index(s.deal.Seats, int8(k)); i >= 0 && s.t.Seat(k).Stack > 0 {
			return s.hand.h.Stack(i), nil
		}
	}
	return s.t.Seat(k).Stack, nil
}

func (s *Table) expectStacks(words []string) error {
	want, err := pairs(words)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		p, err := s.known(name)
		if err != nil {
			return err
		}
		got, err := s.stackOf(p)
		if err != nil {
			return err
		}
		if err := s.expect("stack of "+name, got, want[name]); err != nil {
			return err
		}
	}
	return nil
}

// expect compares an amount with a text.
func (s *Table) expect(what string, got int64, want string) error {
	n, err := s.units(want)
	if err != nil || n == got {
		return err
	}
	return differ(what, s.money(got), s.money(n))
}

// dealt makes a statement of one about the last deal.
func dealt(do func(*Table, *table.Deal, []string) error) func(*Table, []string) error {
	return func(s *Table, words []string) error {
		if s.deal == nil {
			return &Failure{Got: "no hand has been dealt", Want: "a hand"}
		}
		return do(s, s.deal, words)
	}
}

func (s *Table) expectDealt(_ *table.Deal, words []string) error {
	var in []string
	for i, name := range s.hand.seats {
		if !s.deal.Setup.Absent.Has(i) {
			in = append(in, name)
		}
	}
	return differ("dealt in", strings.Join(in, " "), strings.Join(words, " "))
}

func place(what string, which int) func(*Table, []string) error {
	return single(func(s *Table, want string) error {
		var at [3]int
		at[0], at[1], at[2] = s.t.Positions()
		return differ(what, s.at(at[which]), want)
	})
}

func (s *Table) expectPosts(d *table.Deal, words []string) error {
	var got []string
	for _, p := range d.Setup.Posts {
		if p.Asked {
			continue
		}
		text := s.hand.seats[p.Seat] + " " + s.money(p.Amount)
		if p.Dead {
			text += " dead"
		}
		got = append(got, text)
	}
	want := slices.Clone(words)
	for i, w := range want {
		if n, err := s.units(w); err == nil {
			want[i] = s.money(n)
		}
	}
	return differ("posts", orNobody(strings.Join(got, " ")), orNobody(strings.Join(want, " ")))
}

func (s *Table) expectOwes(words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("who owes what?")
	}
	p, err := s.known(words[0])
	if err != nil {
		return err
	}
	k := s.t.Find(p)
	if k < 0 {
		return &Failure{What: "owes", Got: words[0] + " is not at the table", Want: strings.Join(words[1:], " ")}
	}
	return differ("owed by "+words[0], s.owed(k), strings.Join(words[1:], " "))
}

// owed returns what the player in a seat owes, in words.
func (s *Table) owed(k int) string {
	seat := s.t.Seat(k)
	var out []string
	switch {
	case seat.OwesBig && seat.OwesSmall:
		out = append(out, "blinds")
	case seat.OwesBig:
		out = append(out, "big")
	case seat.OwesSmall:
		out = append(out, "small")
	}
	if seat.Debt > 0 {
		out = append(out, s.money(seat.Debt))
	}
	if out == nil {
		return "nothing"
	}
	return strings.Join(out, " ")
}

func (s *Table) expectGame(words []string) error {
	want := strings.Join(words, " ")
	i, err := s.game(words)
	if err != nil {
		return err
	}
	now := s.t.Game()
	if s.playing() { // a rule may have named another one
		now = s.t.Played()
	}
	if int(i) == now {
		return nil
	}
	return differ("game", s.gameName(now), want)
}

func (s *Table) expectLimits(_ *table.Deal, words []string) error {
	return differ("limits", limitsOf(s.hand.plan), strings.Join(words, " "))
}

// limitsOf returns the limits of the two tiers.
func limitsOf(b *plan.AtStakes) string {
	var out []string
	for _, l := range b.Limits {
		text := plan.Money(l.Lo, b.Stakes.Scale)
		if l.Hi > l.Lo {
			text += "-" + plan.Money(l.Hi, b.Stakes.Scale)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func (s *Table) expectRaised(d *table.Deal, words []string) error {
	if !d.Raised {
		return &Failure{What: "stakes", Got: "not raised, limits " + limitsOf(s.hand.plan), Want: "raised"}
	}
	return unread(words)
}

func (s *Table) expectSays(d *table.Deal, words []string) error {
	notes := d.Notes
	if !s.playing() {
		notes = slices.Concat(notes, s.ended)
	}
	want := plan.Written(strings.Join(words, " "))
	if slices.ContainsFunc(notes, func(note string) bool { return plan.Written(note) == want }) {
		return nil
	}
	got := "nothing"
	if len(notes) > 0 {
		got = quoted(strings.Join(notes, "; "))
	}
	return &Failure{What: "the dealer says", Got: got, Want: quoted(strings.Join(words, " "))}
}

func (s *Table) expectFee(d *table.Deal, words []string) error {
	want, err := one(words)
	if err != nil {
		return err
	}
	fee := d.Fee
	b := s.hand.plan
	for i := range b.Game.Steps {
		if c := b.Game.Steps[i].Collect; c != nil {
			fee += b.Fee(c, len(s.hand.seats))
		}
	}
	return s.expect("fee", fee, want)
}

func (s *Table) expectLedger(words []string) error {
	l := s.t.House()
	if len(words)%2 == 1 {
		if err := s.expect("ledger", l.Total(), words[0]); err != nil {
			return err
		}
		words = words[1:]
	}
	for ; len(words) > 1; words = words[2:] {
		got, ok := map[string]int64{"hands": l.Hands, "clock": l.Time}[words[0]]
		if !ok {
			return unread(words)
		}
		if err := s.expect("ledger, "+words[0], got, words[1]); err != nil {
			return err
		}
	}
	return nil
}

func amountOf(what string, get func(*table.Table) int64) func(*Table, []string) error {
	return single(func(s *Table, want string) error { return s.expect(what, get(&s.t), want) })
}

func queue(what string, get func(*table.Table) *table.Queue) func(*Table, []string) error {
	return func(s *Table, words []string) error {
		return differ(what, orNobody(s.listed(get(&s.t))), orNobody(strings.Join(words, " ")))
	}
}

// orNobody returns a list of names, or "nobody" if it is empty.
func orNobody(names string) string {
	if names == "" {
		return "nobody"
	}
	return names
}

func (s *Table) listed(q *table.Queue) string {
	var out []string
	for i := range q.Len() {
		out = append(out, s.name(q.At(i).Player))
	}
	return strings.Join(out, " ")
}

func (s *Table) expectChooser(want string) error {
	return differ("chooser", s.name(s.t.Chooser()), want)
}

func (s *Table) expectVotes(words []string) error {
	var got []string
	for m := s.t.Votes().Yes; m != 0; m &= m - 1 {
		got = append(got, s.at(m.First()))
	}
	return differ("votes", orNobody(strings.Join(got, " ")), orNobody(strings.Join(words, " ")))
}

func (s *Table) expectTime(want string) error {
	return differ("time", clockText(s.t.Now()), want)
}

// state returns the table in a few lines, for failures.
func (s *Table) state() []string {
	c := s.t.Config()
	out := []string{fmt.Sprintf("%s: %s, %s, hands dealt %d, the house has %s", c.Name, s.gameName(s.t.Game()), clockText(s.t.Now()), s.t.Hands(), s.money(s.t.House().Total()))}
	for k := range c.MaxSeats {
		if s.t.Seat(k).Player != 0 {
			out = append(out, s.seatState(k))
		}
	}
	for _, q := range []struct {
		what string
		list *table.Queue
	}{{"transfers", s.t.Transfers()}, {"waiting", s.t.Waiting()}} {
		if q.list.Len() > 0 {
			out = append(out, q.what+": "+s.listed(q.list))
		}
	}
	for i, r := range c.Rules {
		out = append(out, r.Name()+": "+s.t.Memory(i))
	}
	if n := len(s.past); n > 0 {
		out = append(out, "last: "+strings.Join(s.past[max(0, n-4):], "; "))
	}
	if s.playing() {
		return append(out, s.hand.state()...)
	}
	return out
}

func (s *Table) seatState(k int) string {
	seat := s.t.Seat(k)
	amount, _ := s.stackOf(seat.Player)
	line := fmt.Sprintf("  seat %d %s %6s", k+1, s.at(k), s.money(amount))
	button, small, big := s.t.Positions()
	for _, p := range []struct {
		at   int
		what string
	}{{button, " button"}, {small, " small blind"}, {big, " big blind"}} {
		if p.at == k {
			line += p.what
		}
	}
	if seat.Away {
		line += " sits out"
	}
	if owed := s.owed(k); owed != "nothing" {
		line += " owes " + owed
	}
	return line
}
