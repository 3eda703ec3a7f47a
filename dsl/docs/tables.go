package docs

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// tableRules returns the games at the tables, who may sit down, and the rules between hands.
func tableRules(tables []dsl.TableSheet) []Rule {
	var out []Rule
	for i := 0; i < len(tables); {
		n := max(1, rowsFrom(tables[i:]))
		if n <= 2 {
			n = 1
		}
		out = append(out, offerRules(tables[i:i+n], n < len(tables))...)
		i += n
	}
	// Tables of one house mostly cite the same clauses; print them once.
	for i := len(out) - 1; i > 0; i-- {
		if slices.Equal(out[i].Clauses, out[i-1].Clauses) {
			out[i].behind = append(out[i].behind, out[i].Clauses...)
			out[i].Clauses = nil
		}
	}
	return append(out, commonRules(tables)...)
}

// rowsFrom returns the number of tables at the beginning of a list that differ only in their limit and buy-ins: they have the
// same games and seats, a name that ends with the limit, and one buy-in range each.
func rowsFrom(tables []dsl.TableSheet) int {
	n := 0
	for ; n < len(tables); n++ {
		t, first := &tables[n], &tables[0]
		c := t.Config
		stakes := c.Games[0].Plan.Stakes.Name
		same := len(c.Games) == len(first.Config.Games) && c.MaxSeats == first.Config.MaxSeats && len(c.Hours) == 0 && sameCites(t, first) &&
			rowName(t) != "" && rowName(t) == rowName(first)
		for k := range c.Games {
			o := &c.Games[k]
			_, money := buyInWords(o)
			_, usual := buyInWords(&c.Games[0])
			same = same && o.Plan.Game.Name == first.Config.Games[k].Plan.Game.Name && limitName(o.Plan.Stakes.Name) == limitName(stakes) &&
				money == usual && o.Max == 0 && o.Min > 0
		}
		if !same {
			break
		}
	}
	return n
}

// sameCites reports whether two tables cite the same clauses, but for their buy-ins.
func sameCites(a, b *dsl.TableSheet) bool {
	if a.By == nil || b.By == nil {
		return slices.Equal(a.Clauses, b.Clauses)
	}
	covers := func(a, b *dsl.TableSheet) bool {
		for topic, clauses := range a.By {
			amount := slices.ContainsFunc(amountParams, func(p amountParam) bool { return strings.HasPrefix(topic, p.name) })
			if !amount && !slices.Equal(clauses, b.By[topic]) {
				return false
			}
		}
		return true
	}
	return covers(a, b) && covers(b, a)
}

// limitName returns the limit in the name of stakes: "2-4" for "2-4 ante 1".
func limitName(stakes string) string {
	name, _, _ := strings.Cut(stakes, " ")
	return name
}

// rowName returns the name of a table without its limit; "" if it does not end with the limit.
func rowName(t *dsl.TableSheet) string {
	name, ok := strings.CutSuffix(t.Config.Name, limitName(t.Config.Games[0].Plan.Stakes.Name))
	if !ok {
		return ""
	}
	return strings.TrimRight(name, " ,")
}

// offerRules returns what is offered at a table, or at several that are rows of a list, one rule for each thing that a house's
// document may say or leave out: the games and seats, the buy-ins, short buys and the hours. named is set if there are others,
// so that the rules name the table.
func offerRules(tables []dsl.TableSheet, named bool) []Rule {
	t := &tables[0]
	c, at := t.Config, []string(nil)
	if named {
		at = []string{"At " + c.Name}
		if len(tables) > 1 {
			at = []string{"At " + rowName(t)}
		}
	}
	first := Rule{subject: "table " + c.Name, says: offerWords(tables), At: t.Pos, Origin: Custom, Source: setUp, sorted: true}
	if t.By == nil {
		first.Clauses = t.Clauses
	}
	first.Clauses = slices.Concat(first.Clauses, t.By["games"], t.By["stakes"], t.By["seats"])
	out := []Rule{first}
	add := func(subject, text string, clauses []string) {
		if text == "" {
			return
		}
		r := usually(subject, text, t.Pos, clauses...)
		r.when, r.colon = at, true
		if t.By == nil {
			r.behind = t.Clauses // the script does not say which of it they are about
		}
		out = append(out, r)
	}
	for i := range amountParams {
		about := &amountParams[i]
		all := amountsOf(tables, about)
		for _, group := range byClauses(all) {
			add(about.name+" "+group[0].stakes, amountWords(about, group, len(group) < len(all)), group[0].clauses)
			if len(group) >= fewestRows {
				r := &out[len(out)-1]
				r.over = strings.TrimSpace(about.head) + ":"
				for _, a := range group {
					r.Rows = append(r.Rows, Amount{stakesName(a.stakes, a.sign), a.once + a.money})
				}
			}
		}
	}
	add("hours", hoursWords(c.Hours), t.By["hours"])
	return out
}

// amountParams are the parameters of a table that are amounts by stakes: how the sentence about one begins, and what it says, with
// words that are said once for all stakes.
var amountParams = []amountParam{
	{"buy_in", "The buy-in is ", buyInWords},
	{"short_buy", "A later buy-in is short if it is ", shortBuyWords},
}

// fewestRows is the number of amounts by stakes from which they are a table.
const fewestRows = 3

type amountParam struct {
	name, head string
	words      func(*table.Offer) (once, money string)
}

// amount is what a table says about money at stakes.
type amount struct {
	once, money, stakes string
	sign                plan.Currency
	clauses             []string
}

// amountsOf returns the amounts of tables by stakes. They are cited for all stakes or for each.
func amountsOf(tables []dsl.TableSheet, about *amountParam) (out []amount) {
	for k := range tables {
		t := &tables[k]
		for i := range t.Config.Games {
			o := &t.Config.Games[i]
			a := amount{stakes: o.Plan.Stakes.Name, sign: o.Plan.Game.Money, clauses: slices.Concat(t.By[about.name], t.By[plan.CitedAt(about.name, o.Plan.Stakes.Name)])}
			a.once, a.money = about.words(o)
			if len(tables) > 1 {
				a.stakes = limitName(a.stakes)
			}
			same := func(b amount) bool { return a.once == b.once && a.money == b.money && a.stakes == b.stakes }
			if a.money != "" && !slices.ContainsFunc(out, same) {
				out = append(out, a)
			}
		}
	}
	return out
}

// byClauses returns amounts in groups that the same clauses state.
func byClauses(all []amount) (out [][]amount) {
	for _, a := range all {
		i := slices.IndexFunc(out, func(g []amount) bool { return slices.Equal(g[0].clauses, a.clauses) })
		if i < 0 {
			out, i = append(out, nil), len(out)
		}
		out[i] = append(out[i], a)
	}
	return out
}

// amountWords returns amounts by stakes in a sentence: "at least 10 at 1-2; 20 at 2-4". The stakes are named if there are others, or
// amounts differ.
func amountWords(about *amountParam, all []amount, others bool) string {
	var groups [][]amount // alike
	for _, a := range all {
		i := slices.IndexFunc(groups, func(g []amount) bool { return g[0].once == a.once && g[0].money == a.money })
		if i < 0 {
			groups, i = append(groups, nil), len(groups)
		}
		groups[i] = append(groups[i], a)
	}
	var parts []string
	for i, g := range groups {
		part := g[0].money
		if i == 0 || g[0].once != groups[0][0].once {
			part = g[0].once + part
		}
		if len(groups) > 1 || others {
			var stakes []string
			for _, a := range g {
				stakes = append(stakes, a.stakes)
			}
			part += " at " + list(stakesNames(distinct(stakes), g[0].sign), "and")
		}
		parts = append(parts, part)
	}
	return about.head + strings.Join(parts, "; ") + "."
}

// offerWords returns a table, or tables that are rows of a list, with games and seats.
func offerWords(tables []dsl.TableSheet) string {
	c := tables[0].Config
	if len(tables) > 1 {
		var names []string
		for i := range c.Games {
			names = append(names, c.Games[i].Plan.Game.Name)
		}
		games := list(distinct(names), "or")
		if n := len(distinct(names)); n > 4 {
			games = cards.Counted(n, "game")
		}
		return fmt.Sprintf("%s: %s, %d seats.", rowName(&tables[0]), games, c.MaxSeats)
	}
	if game, stakes := c.Games[0].Plan.Game.Name, c.Games[0].Plan.Stakes.Name; len(c.Games) == 1 && strings.HasPrefix(c.Name, game) {
		if slices.Contains(strings.FieldsFunc(c.Name, func(r rune) bool { return r == ' ' || r == ',' }), limitName(stakes)) {
			return fmt.Sprintf("%s: %d seats.", c.Name, c.MaxSeats)
		}
		return fmt.Sprintf("%s: %s, %d seats.", c.Name, stakesName(stakes, c.Games[0].Plan.Game.Money), c.MaxSeats)
	}
	return fmt.Sprintf("%s: %s, %d seats.", c.Name, gamesWords(c), c.MaxSeats)
}

// gamesWords returns the games and stakes of a table.
func gamesWords(c *table.Config) string {
	var names, stakes []string
	for i := range c.Games {
		p := c.Games[i].Plan
		names = append(names, p.Game.Name)
		stakes = append(stakes, p.Stakes.Name)
	}
	names, stakes = distinct(names), stakesNames(distinct(stakes), c.Games[0].Plan.Game.Money)
	if len(names) > 4 {
		names = []string{fmt.Sprintf("%d games", len(names))}
	}
	return list(names, "or") + " at " + list(stakes, "or")
}

func distinct(words []string) []string {
	var out []string
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// buyInWords returns the lowest and the highest buy-in.
func buyInWords(o *table.Offer) (once, money string) {
	words := func(units int64) string { return grouped(o.Plan.Stakes.Price(units)) }
	switch {
	case o.Min > 0 && o.Max > 0:
		return "", words(o.Min) + " to " + words(o.Max)
	case o.Min > 0:
		return "at least ", words(o.Min)
	case o.Max > 0:
		return "", "at most " + words(o.Max)
	}
	return "", ""
}

// shortBuyWords returns the amount below which a later buy-in is a short buy.
func shortBuyWords(o *table.Offer) (once, money string) {
	if o.ShortBelow == 0 {
		return "", ""
	}
	return "below ", grouped(o.Plan.Stakes.Price(o.ShortBelow))
}

var weekdays = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

func hoursWords(hours []table.Hours) string {
	var out []string
	for _, h := range hours {
		text := fmt.Sprintf("%s from %s to %s", daysWords(h.Days[:]), clock(h.Open), clock(h.Close))
		out = append(out, text)
	}
	if len(out) == 0 {
		return ""
	}
	return sentence("Offered " + strings.Join(out, "; "))
}

// daysWords returns days of the week, starting with Monday: "on Mondays and Thursdays"; three or more in a row become a range.
func daysWords(on []bool) string {
	first, last, n := -1, -1, 0
	var days []string
	for k := range on {
		if !on[k] {
			continue
		}
		if n++; first < 0 {
			first = k
		}
		last = k
		days = append(days, weekdays[k]+"s")
	}
	switch {
	case n == len(on):
		return "every day"
	case n > 2 && last-first == n-1:
		return weekdays[first] + " to " + weekdays[last]
	}
	return "on " + list(days, "and")
}

// clock returns a time of day on a twelve-hour clock.
func clock(seconds int64) string {
	h, m := seconds/3600%24, seconds/60%60
	half := "a.m."
	if h >= 12 {
		half = "p.m."
	}
	return fmt.Sprintf("%d:%02d %s", (h+11)%12+1, m, half)
}

// commonRules returns the rules between hands, with their clauses. A rule that applies to some tables names them.
func commonRules(tables []dsl.TableSheet) []Rule {
	var out []Rule
	at := map[string][]int{}
	for i := range tables {
		for _, r := range betweenHands(tables[i].Config) {
			if at[r.Value()] == nil {
				out = append(out, r)
			}
			at[r.Value()] = append(at[r.Value()], i)
		}
	}
	for k := range out {
		r := &out[k]
		here := at[r.Value()]
		r.At = tables[here[0]].Pos
		var names []string
		for _, i := range here {
			names = append(names, tables[i].Config.Name)
			r.Clauses = distinct(slices.Concat(r.Clauses, tables[i].By[r.subject]))
		}
		if len(names) < len(tables) || len(tables) == 1 && r.subject == "choice" { // on the sheet of one game
			r.when, r.colon = append([]string{"At " + strings.Join(names, " and ")}, r.when...), true
		}
	}
	return out
}

// betweenHands returns the rules of a table between hands. The subject of each is the parameter of the table that sets it.
func betweenHands(c *table.Config) []Rule {
	var out []Rule
	add := func(holds bool, about string, r Rule) {
		if holds {
			r.subject, r.Origin, r.Source = about, Custom, usual
			out = append(out, r)
		}
	}
	short := slices.ContainsFunc(c.Games, func(o table.Offer) bool { return o.ShortBelow > 0 })
	add(short && !c.AnyShortBuys, "short_buys",
		Rule{says: "One short buy is allowed between two full ones. A full buy is at least the buy-in; one that is neither short nor full changes nothing.", Costs: true})
	switch high := c.First == table.HighCard; {
	case c.OnlyBanked() && high:
		add(true, "first_button", Rule{says: "Each player is dealt a card, and the bank is first offered to the highest, ties broken by suit."})
	case c.OnlyBanked():
		add(true, "first_button", Rule{says: "The bank is first offered to the player left of the house dealer."})
	case high:
		add(true, "first_button", Rule{says: "For the first button each player is dealt a card; the highest card gets it, of equal ones the spade before the heart, the diamond and the club."})
	default:
		add(true, "first_button", Rule{says: "The first button goes to the player left of the house dealer."})
	}
	if !c.OnlyBanked() {
		betweenButtons(c, add)
	}
	add(short && c.AnyShortBuys, "short_buys", Rule{says: "Short buys are not limited in number."})
	button := "the player with the button"
	add(c.Choice == table.MayChoose, "choice", Rule{Who: button, Force: May, says: "name the game of the hand; otherwise " + unnamed(c), Uncommon: !c.FirstUnnamed})
	add(c.Choice == table.MustChoose, "choice", Rule{Who: button, Force: Does, says: "names the game of each hand"})
	several := len(c.Games) > 1 && c.Choice == table.OneGame
	add(several && c.Unanimous, "unanimous", Rule{says: "Another game or other stakes need the agreement of everybody at the table.", Uncommon: true})
	add(several && c.Unanimous, "votes", Rule{says: "Each player's last vote stands until the game or the stakes change, and may be withdrawn; those who sit there when a hand begins count."})
	add(several && !c.Unanimous, "unanimous", Rule{Who: theFloor, Force: May, says: "change the game or the stakes between two hands"})
	var names []string
	for _, r := range c.Rules {
		names = append(names, r.Name())
	}
	add(len(names) > 1, "rules", Rule{says: "Between hands, " + strings.Join(names, ", then ") + " apply, in this order."})
	add(c.Offered, "buys", Rule{says: "Chips are sold before the first hand; after it, only when the rules of the table offer them.", Costs: true})
	add(c.AwayFolds, "away", Rule{Who: "a player who sits out", Force: Does, says: "is dealt in, posts what is due, and folds", Costs: true})
	add(c.Cashout.All, "cash_out_all", Rule{Who: "players", Force: May, says: "cash out whenever they like, but only all their chips at once", Uncommon: true})
	if minutes := c.Cashout.Wait / 60; minutes > 0 {
		within := cards.Counted(int(minutes), "minute")
		if minutes == 60 {
			within = "an hour"
		}
		add(true, "rebuy_wait", Rule{
			Who: "a player who comes back within " + within + " of cashing out", Force: Must,
			says: "buy in for the amount cashed out: at least the minimum buy-in, and not at all if that is above the maximum", Costs: true,
		})
	}
	return out
}

// unnamed returns what is played where the player with the button may name the game and does not.
func unnamed(c *table.Config) string {
	if c.FirstUnnamed {
		return "it is " + c.Games[0].Plan.Game.Name
	}
	return "the game stays the same"
}

// betweenButtons adds where the button goes, and the cost of missed blinds.
func betweenButtons(c *table.Config, add func(holds bool, about string, r Rule)) {
	// If the button names the game, the button moves instead of the blinds.
	forward := !c.ButtonFirst() && (c.Owed || c.Button == table.DeadButton)
	has := func(blinds bool) bool {
		return slices.ContainsFunc(c.Games, func(o table.Offer) bool {
			return blinds == slices.ContainsFunc(o.Plan.Game.Forced, func(f plan.Forced) bool { return f.Amount == plan.BigBlind })
		})
	}
	add(!forward, "button", Rule{says: "The button moves to the next player on the left each hand, never to an empty seat."})
	comers, who := "players who owe blinds", "a player who misses the blinds"
	if c.Choice != table.OneGame {
		comers = "players who wait for the big blind; a player who only owes blinds has it"
	}
	owed := "the total of those missed"
	if c.OwedTotal {
		who, owed = "a player who misses a blind", "the total of both"
	}
	small, big := "dead", "live"
	if c.SmallLive {
		small = "live"
	}
	if c.BigDead {
		big = "dead"
	}
	newcomer := "a new player posts the big blind or waits for it"
	switch c.Newcomer {
	case table.NewcomerBoth:
		newcomer = "a new player posts both blinds in the same way or waits for the big blind"
	case table.NewcomerFree:
		newcomer = "a new player is dealt in at once"
	}
	if c.Newcomer != table.NewcomerFree {
		comers = "new players and " + comers
	}
	add(!forward && c.Owed && has(true), "comers", Rule{says: "The button passes over " + comers + "."})
	add(!forward && c.Owed && !c.PassedOverFree, "passed_over", Rule{says: "A player whom the big blind would skip posts it anyway."})
	add(!forward && c.Owed && c.PassedOverFree, "passed_over", Rule{says: "Where somebody has left, the next players in order have the blinds, and nobody posts extra."})
	add(forward && c.Button == table.DeadButton, "button", Rule{says: "The big blind moves to the next player each hand; the small blind and the button follow, even to empty seats."})
	add(forward && c.Button == table.MovingButton, "button",
		Rule{says: "The big blind moves to the next player each hand, and the small blind and the button follow; the button is never at an empty seat."})
	add(c.Owed, "missed_blinds", Rule{
		Who: who, Force: Must, Costs: true,
		says: fmt.Sprintf("post %s before playing on, the small blind %s and the big blind %s, or wait for the big blind; %s", owed, small, big, newcomer),
	})
	add(c.Owed && !c.BetweenPosts, "between", Rule{Who: "a player", Force: MayNot, says: "come in between the button and the small blind"})
	add(c.Owed && c.BetweenPosts, "between", Rule{Who: "a player", Force: May, says: "also come in between the button and the small blind"})
	add(c.Owed && has(true) && has(false), "missed_blinds",
		Rule{when: []string{"In a hand without blinds"}, says: "Nothing changes: blinds missed before or after it are owed, and a player who waits goes on waiting, dealt in meanwhile."})
	add(!c.Owed && !has(true), "missed_blinds", Rule{says: "New players and those who come back are dealt in at once."})
	add(!c.Owed && has(true), "missed_blinds", Rule{says: "New players and those who come back are dealt in at once; missed blinds are not made up."})
}

// saysOf returns the sentences of a table rule that concern games of some kinds and were not said before: what its clauses say, and
// what it adds. repeats is set if something was said before.
func saysOf(r *dsl.CitedRule, is func(kind string) bool, told map[plan.Said]bool) (first, more []plan.Said, repeats bool) {
	for _, s := range r.Says {
		switch {
		case !is(s.Of):
		case told[s]:
			repeats = repeats || !s.Adds
		case s.Adds:
			more = append(more, s)
		default:
			first = append(first, s)
		}
		told[s] = true
	}
	return first, more, repeats
}

// ruleWords returns table rules, each once. What two of them have in common is printed with the first. What a rule adds to its clauses
// is a rule for each sentence, with the games that it is for.
func ruleWords(rules []dsl.CitedRule, is func(kind string) bool, games func(kind string) string) []Rule {
	var out []Rule
	told := map[plan.Said]bool{}
	for i := range rules {
		r := &rules[i]
		says := capital(r.Name())
		if len(r.Limits) > 0 {
			says += fmt.Sprintf(", played with %s limits only", list(r.Limits, "and"))
		}
		says += "."
		first, more, repeats := saysOf(r, is, told)
		for _, s := range first {
			says += " " + s.Text
		}
		if repeats && len(more) == 0 {
			says += " " + restAbove
		}
		out = append(out, usually("table rule "+r.Name(), says, r.Pos, r.Clauses...))
		for k, s := range more {
			one := usually(fmt.Sprintf("table rule %s, %d", r.Name(), k), s.Text, r.Pos)
			if games != nil && s.Of != "" {
				one.Games = games(s.Of)
			}
			if repeats && k == len(more)-1 {
				one.says = sentences(one.says, restAbove)
			}
			out = append(out, one)
		}
	}
	return out
}

// restAbove says that a table rule has more in common with the one before it.
const restAbove = "The rest is as above."

// rulesOfTables returns the rules of tables, each name once.
func rulesOfTables(tables []dsl.TableSheet) []dsl.CitedRule {
	var out []dsl.CitedRule
	for i := range tables {
		for _, r := range tables[i].Rules {
			if !slices.ContainsFunc(out, func(o dsl.CitedRule) bool { return o.Name() == r.Name() }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// postingsOf returns the collections of the house and of tables, each name once. A table's own version of a collection replaces
// the house's.
func postingsOf(tables []dsl.TableSheet, house []dsl.CitedPosting) []dsl.CitedPosting {
	out := slices.Clone(house)
	for i := range tables {
		for _, p := range tables[i].Postings {
			same := func(o dsl.CitedPosting) bool { return o.Name == p.Name }
			if k := slices.IndexFunc(out, same); k >= 0 {
				out[k] = p
			} else {
				out = append(out, p)
			}
		}
	}
	return out
}

// collections returns the collections of a house; on the sheet of a game those that may be posted instead of the fee in force. The
// form for a book says only once what is collected from.
func collections(in plan.Currency, postings []dsl.CitedPosting, book bool) []Rule {
	var out []Rule
	if book && len(postings) > 1 {
		out = append(out, Rule{subject: "fee", says: "One of these is in force at a table, and may change between two hands.", behind: behindAll(postings)})
	}
	scope := postedFor(in, postings)
	before := (*table.Posting)(nil)
	for len(postings) > 0 {
		n := alike(postings)
		p := &postings[0]
		text := capital(p.Name) + ": " + posted(in, &p.Posting, "").sentence()
		if book && before != nil && len(before.Hands) == 1 && len(p.Hands) == 1 && before.Hands[0].Payer == p.Hands[0].Payer && before.Hands[0].Flop == p.Hands[0].Flop {
			text = capital(p.Name) + ": " + handRates(in, p.Hands[0].Rates) + "."
		} else if book && before != nil && n == 1 && sameTimes(before, &p.Posting, true) {
			text = capital(p.Name) + ": " + grouped(in.Price(p.Time.Amount, plan.Cents)) + " " + every(p.Time.Period/60) + "."
		}
		before = &p.Posting
		if n > 1 {
			text = capital(p.Name) + " to " + postings[n-1].Name + ": " + posted(in, &p.Posting, amountsWords(in, postings[:n])).sentence()
		}
		r := usually("collection "+p.Name, text, p.Pos, p.Clauses...)
		r.behind = p.Clauses
		out = append(out, r)
		postings = postings[n:]
	}
	for i := len(out) - 1; i > 0; i-- {
		if slices.Equal(out[i].Clauses, out[i-1].Clauses) {
			out[i].Clauses = nil
		}
	}
	return append(out, scope...)
}

// behindAll returns the clauses of collections.
func behindAll(postings []dsl.CitedPosting) (out []string) {
	for i := range postings {
		out = append(out, postings[i].Clauses...)
	}
	return out
}

// sameTimes reports whether two collections by the clock differ only in amounts and, with periods, in periods.
func sameTimes(a, b *table.Posting, periods bool) bool {
	if a.Time == nil || b.Time == nil {
		return false
	}
	as := *b.Time
	if as.Name, as.Amount = a.Time.Name, a.Time.Amount; periods {
		as.Period = a.Time.Period
	}
	return as == *a.Time
}

// postedFor returns the tables for which collections are posted, grouped by the tables.
func postedFor(in plan.Currency, postings []dsl.CitedPosting) (out []Rule) {
	said := map[string][]string{} // the collections by what they are posted for
	var order []string
	for i := range postings {
		p := &postings[i]
		if text := scopeWords(in, &p.Posting); text != "" {
			if said[text] == nil {
				order = append(order, text)
			}
			said[text] = append(said[text], p.Name)
		}
	}
	for _, text := range order {
		verb := " is"
		if len(said[text]) > 1 {
			verb = " are"
		}
		out = append(out, Rule{subject: "where " + said[text][0] + " is posted", says: list(said[text], "and") + verb + " posted for " + text + ".", behind: behindAll(postings)})
	}
	return out
}

// scopeWords returns the limits and the buy-ins for which a collection is posted.
func scopeWords(in plan.Currency, p *table.Posting) string {
	var parts []string
	if len(p.Limits) > 0 {
		parts = append(parts, "the limits "+list(p.Limits, "and"))
	}
	var ranges []string
	for _, b := range p.BuyIns {
		most := "no max"
		if b[1] > 0 {
			most = grouped(in.Price(b[1], plan.Cents))
		}
		ranges = append(ranges, grouped(in.Price(b[0], plan.Cents))+"-"+most)
	}
	if len(ranges) > 0 {
		parts = append(parts, "buy-ins of "+list(ranges, "and")+" at pot limit and no limit")
	}
	return strings.Join(parts, ", and for ")
}

// alike returns the number of postings at the beginning of a list that are the same collection by the clock except for the
// amount.
func alike(postings []dsl.CitedPosting) int {
	n := 1
	for n < len(postings) && sameTimes(&postings[0].Posting, &postings[n].Posting, false) {
		n++
	}
	return n
}

// amountsWords returns the amounts of postings by name.
func amountsWords(in plan.Currency, postings []dsl.CitedPosting) string {
	var out []string
	last := len(postings) - 1
	step := func(i int) int64 { return postings[i].Time.Amount - postings[i-1].Time.Amount }
	even := last > 2
	for i := 1; i <= last; i++ {
		even = even && step(i) > 0 && step(i) == step(1)
	}
	if even {
		money := func(i int) string { return grouped(in.Price(postings[i].Time.Amount, plan.Cents)) }
		return fmt.Sprintf("The amount is %s by %s and %s more by each one after it: %s by %s.",
			money(0), postings[0].Name, grouped(in.Price(step(1), plan.Cents)), money(last), postings[last].Name)
	}
	for i := range postings {
		out = append(out, fmt.Sprintf("%s by %s", grouped(in.Price(postings[i].Time.Amount, plan.Cents)), postings[i].Name))
	}
	return "The amount is " + list(out, "and") + "."
}
