package docs

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cardroom/dsl/clauses"
	"cardroom/engine/order"
)

// Condensed returns the book of a house with each rule once: what several games share
// stands in front of their sheets, with the games that it holds for, and of the
// clauses only those are listed that no rule cites. A deal names the game before it whose steps are the same, and is
// told in full where it comes first.
func (b *Book) Condensed() *Book {
	if len(b.Front) == 0 {
		out := *b
		out.known, out.Clauses = b.Clauses, b.notCited()
		return &out
	}
	c := &condenser{b: b, games: b.gamesOf(), at: map[string]int{}, told: map[string]bool{}}
	c.front = slices.DeleteFunc(slices.Clone(b.Front), func(sec Section) bool { return slices.Contains(b.names(), sec.Games) })
	out := *b
	out.Sheets = nil
	for _, s := range b.Sheets {
		out.Sheets = append(out.Sheets, c.sheet(s))
	}
	out.Front = byGames(c.front)
	out.known, out.Clauses = b.Clauses, b.notCited()
	return &out
}

// gamesOf lists the games of each rule that no number ties to its place.
func (b *Book) gamesOf() map[string][]string {
	out := map[string][]string{}
	for _, s := range b.Sheets {
		for _, sec := range s.Floor() {
			for k := range sec.Rules {
				if id := identity(sec.Title, &sec.Rules[k]); sec.Rules[k].Number == "" && !slices.Contains(out[id], b.Name(s)) {
					out[id] = append(out[id], b.Name(s))
				}
			}
		}
	}
	return out
}

// condenser makes the condensed sheets of a book, one after the other.
type condenser struct {
	b     *Book
	games map[string][]string // of a rule
	front []Section
	at    map[string]int  // sections of the front, by title and games
	told  map[string]bool // rules that stand there
	deals []dealt
}

// sheet returns what a game has for itself. What it shares goes to the front.
func (c *condenser) sheet(s *Sheet) *Sheet {
	one := *s
	one.Sections, one.traced = nil, false
	for _, sec := range s.Floor() {
		own := Section{Title: sec.Title, Clauses: sec.Clauses}
		for i := range sec.Rules {
			if !c.shared(sec.Title, &sec.Rules[i]) {
				own.Rules = append(own.Rules, sec.Rules[i])
			}
		}
		if sec.Title == dealTitle {
			own.Rules = likeBefore(c.b.likeOthers(own.Rules, c.deals))
			c.deals = append(c.deals, dealt{c.b.Name(s), sec.Rules})
		}
		if len(own.Rules) > 0 || len(own.Clauses) > 0 {
			own.Rules = notedOnce(own.Rules)
			if sec.Title == dealTitle {
				notedBelow(own.Rules, s)
			}
			one.Sections = append(one.Sections, own)
		}
	}
	for _, sec := range c.b.Front { // what is there for this game alone
		if sec.Games == c.b.Name(s) {
			sec.Games = ""
			one.Sections = append(one.Sections, sec)
		}
	}
	return &one
}

// shared reports whether several games have a rule, and sees to it that it stands in front once.
func (c *condenser) shared(title string, r *Rule) bool {
	id := identity(title, r)
	games := c.games[id]
	if r.Number != "" || len(games) < 2 || len(c.b.Sheets) < 2 {
		return false
	}
	if c.told[id] {
		return true
	}
	c.told[id] = true
	of := ""
	if len(games) < len(c.b.Sheets) {
		of = fewest(games, c.b.names())
	}
	i, ok := c.at[of+": "+title]
	if !ok {
		i, c.at[of+": "+title] = len(c.front), len(c.front)
		c.front = append(c.front, Section{Title: title, Games: of})
	}
	c.front[i].Rules = append(c.front[i].Rules, *r)
	return true
}

// byGames puts the sections for the same games together: first those for all.
func byGames(all []Section) []Section {
	place := map[string]int{"": -1}
	for i, sec := range all {
		if _, ok := place[sec.Games]; !ok {
			place[sec.Games] = i
		}
	}
	order.Stable(all, func(x, y Section) int { return cmp.Compare(place[x.Games], place[y.Games]) })
	for i := range all {
		all[i].Rules = notedOnce(all[i].Rules)
	}
	return all
}

// Heads reports whether the section with an index is the first of those for some games.
func Heads(all []Section, i int) bool {
	return all[i].Games != "" && (i == 0 || all[i-1].Games != all[i].Games)
}

// notedOnce says with the first of several rules in a row that are borrowed from one source where they are from.
func notedOnce(rules []Rule) []Rule {
	for i := 0; i < len(rules); {
		n := 1
		for note := rules[i].Note(); note != "" && rules[i].Number == "" && i+n < len(rules) && rules[i+n].Note() == note; n++ {
			rules[i+n].noted = true
		}
		rules[i].more = n - 1
		i += n
	}
	return rules
}

// notedBelow leaves the note of a step to the rules of the sheet about the same that are borrowed from the same source.
func notedBelow(steps []Rule, s *Sheet) {
	for i := range steps {
		for _, sec := range s.Sections {
			steps[i].noted = steps[i].noted || slices.ContainsFunc(sec.Rules, func(r Rule) bool {
				return r.Number == "" && r.Origin == Borrowed && r.At == steps[i].At && r.Source == steps[i].Source
			})
		}
	}
}

// dealt is the deal of a game, whose sheet stands before those that refer to it.
type dealt struct {
	game  string
	steps []Rule
}

// likeOthers names, in place of two steps or more of a deal, the game whose sheet has told the same under the same numbers.
func (b *Book) likeOthers(steps []Rule, before []dealt) []Rule {
	same := func(a, b *Rule) bool {
		return a.Number == b.Number && a.Note() == b.Note() && identity("", a) == identity("", b)
	}
	var out []Rule
	for i := 0; i < len(steps); {
		most, game := 0, ""
		for _, d := range before {
			at := slices.IndexFunc(d.steps, func(r Rule) bool { return r.Number == steps[i].Number })
			n := 0
			for at >= 0 && i+n < len(steps) && at+n < len(d.steps) && same(&steps[i+n], &d.steps[at+n]) {
				n++
			}
			if n > most {
				most, game = n, d.game
			}
		}
		switch {
		case most > 1:
			out = append(out, Rule{Number: steps[i].Number + "–" + steps[i+most-1].Number, Text: "As in " + game + ".", At: steps[i].At, Origin: steps[i].Origin})
			i += most
		default:
			out = append(out, likeStep(&steps[i], before, steps[:i]))
			i++
		}
	}
	return out
}

// stepName is what a step is called in its text: "(turn)" or ": the turn.".
var stepName = regexp.MustCompile(` \(([^)]*)\)|: the ([a-z ]+)\.$`)

// longestStreet is how many steps a street can have that is dealt as the one before.
const longestStreet = 6

// likeBefore names, in place of the steps of a street, those of the one before it that are the same but for the name.
func likeBefore(steps []Rule) []Rule {
	same := func(a, b *Rule) bool {
		return a.Number != "" && b.Number != "" && !a.Several() && !b.Several() && a.Level() == 0 && b.Level() == 0 && a.Note() == b.Note() &&
			nameless(a) == nameless(b)
	}
	street := func(i, n int) bool { // n steps from i are a street as those before them
		if i < n || i+n > len(steps) || isBetting(&steps[i]) || !isBetting(&steps[i+n-1]) {
			return false
		}
		for k := range n {
			if !same(&steps[i-n+k], &steps[i+k]) {
				return false
			}
		}
		return true
	}
	var out []Rule
	like := map[int]int{} // the first of the steps that those from here repeat
	for i := 0; i < len(steps); {
		n := longestStreet
		for n > 1 && !street(i, n) {
			n--
		}
		if n < 2 {
			out = append(out, steps[i])
			i++
			continue
		}
		first := i - n
		if before, ok := like[first]; ok {
			first = before
		}
		like[i] = first
		out = append(out, streetLike(steps[i:i+n], steps[first:first+n]))
		i += n
	}
	return out
}

// isBetting reports whether a step of a condensed deal is a round of betting.
func isBetting(r *Rule) bool { return strings.HasPrefix(r.Text, bettingWord) }

// streetLike returns a street in place of whose steps those of an earlier one are named, with the clauses of its own.
func streetLike(steps, first []Rule) Rule {
	r := Rule{Number: steps[0].Number + "–" + steps[len(steps)-1].Number, At: steps[0].At, Origin: OfHouse}
	for k := range steps {
		r.Clauses = append(r.Clauses, steps[k].Clauses...)
	}
	r.Text = fmt.Sprintf("As steps %s–%s%s.", first[0].Number, first[len(first)-1].Number, forNames(steps, first))
	return r
}

// forNames returns the names of steps where they differ from those that are named in their place: ", for the turn".
func forNames(steps, others []Rule) string {
	var names []string
	for k := range steps {
		m, o := stepName.FindStringSubmatch(steps[k].Text), stepName.FindStringSubmatch(others[k].Text)
		if m != nil && (o == nil || m[1]+m[2] != o[1]+o[2]) {
			names = append(names, m[1]+m[2])
		}
	}
	if names = distinct(names); len(names) == 0 {
		return ""
	}
	return ", for the " + list(names, "and")
}

// shortStep is how many words a step has, with its clauses, that is not worth naming another.
const shortStep = 14

// likeStep names, in place of a step, one of the same deal that says the same, or one of a game before it that is the same.
func likeStep(r *Rule, before []dealt, own []Rule) Rule {
	if len(strings.Fields(r.Text))+len(r.Clauses) < shortStep {
		return *r
	}
	for i := range own {
		if o := &own[i]; r.Text == o.Text && r.Note() == o.Note() {
			like := *r
			like.Text = "As step " + o.Number + "."
			return like
		}
	}
	like := *r
	for _, d := range before {
		for k := range d.steps {
			o := &d.steps[k]
			if o.Note() != r.Note() || nameless(o) != nameless(r) || strings.Contains(r.Text, "as in step") && identity("", o) != identity("", r) {
				continue // a step of its own game is no step of the other
			}
			like.Text = "As step " + o.Number + " of " + d.game + forNames([]Rule{*r}, []Rule{*o}) + "."
			if identity("", o) == identity("", r) {
				like.Clauses = nil
				return like
			}
		}
	}
	return like
}

// nameless returns the text of a step without its name.
func nameless(r *Rule) string { return stepName.ReplaceAllString(r.Text, "") }

// identity returns what makes two rules of different sheets the same.
func identity(title string, r *Rule) string {
	return strings.Join(append([]string{title, r.Text, r.Option}, r.Clauses...), "\x00")
}

// notCited returns the clauses that no rule cites; titles and marks of pages are no rules.
func (b *Book) notCited() []clauses.Clause {
	cited := citedIn(b.Front)
	for _, s := range b.Sheets {
		for id := range citedIn(s.Sections) {
			cited[id] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Clauses), func(c clauses.Clause) bool { return cited[c.ID] || isFragment(&c) })
}

// fewest names games of a house, or those that are not among them where they are fewer.
func fewest(games, all []string) string {
	others := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(games, name) })
	switch {
	case len(others) >= len(games):
		return strings.Join(games, ", ")
	case len(others) == 0:
		return "all games"
	}
	return "all games but " + list(others, "and")
}

// names returns those of the games of a book; a menu is none.
func (b *Book) names() []string {
	var out []string
	for _, s := range b.Sheets {
		if s.Game.MaxSeats > 0 {
			out = append(out, b.Name(s))
		}
	}
	return out
}
