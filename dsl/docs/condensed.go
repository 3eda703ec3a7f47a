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

// Condensed returns the book of a house with each rule only once. Rules that several games share come before their sheets, with
// the games they apply to, and only clauses that no rule cites are listed. A deal with the same steps as that of an earlier game
// refers to that game; the full steps are printed where they occur first.
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

// gamesOf returns the games of each unnumbered rule. A number ties a rule to its place.
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

// condenser makes the condensed sheets of a book, one after another.
type condenser struct {
	b     *Book
	games map[string][]string // of a rule
	front []Section
	at    map[string]int  // indexes of front sections, by title and games
	told  map[string]bool // rules that are in front
	deals []dealt
}

// sheet returns the part of a sheet that is specific to the game. Shared rules go to the front.
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
	for _, sec := range c.b.Front { // rules in front for this game alone
		if sec.Games == c.b.Name(s) {
			sec.Games = ""
			one.Sections = append(one.Sections, sec)
		}
	}
	return &one
}

// shared reports whether several games have a rule, and makes sure that it is in front once.
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

// byGames groups the sections for the same games, with those for all games first.
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

// Heads reports whether section i is the first of those for the same games.
func Heads(all []Section, i int) bool {
	return all[i].Games != "" && (i == 0 || all[i-1].Games != all[i].Games)
}

// notedOnce keeps the source note only on the first of consecutive rules borrowed from the same source.
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

// notedBelow removes the note of a step if the sheet has a rule about the same subject, borrowed from the same source.
func notedBelow(steps []Rule, s *Sheet) {
	for i := range steps {
		for _, sec := range s.Sections {
			steps[i].noted = steps[i].noted || slices.ContainsFunc(sec.Rules, func(r Rule) bool {
				return r.Number == "" && r.Origin == Borrowed && r.At == steps[i].At && r.Source == steps[i].Source
			})
		}
	}
}

// dealt is the deal of a game whose sheet comes before those that refer to it.
type dealt struct {
	game  string
	steps []Rule
}

// likeOthers replaces two or more steps of a deal by a reference to the earlier game that has the same steps with the same
// numbers.
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

// stepName matches the name of a step in its text: "(turn)" or ": the turn.".
var stepName = regexp.MustCompile(` \(([^)]*)\)|: the ([a-z ]+)\.$`)

// longestStreet is the maximum number of steps of a street that can refer to the one before.
const longestStreet = 6

// likeBefore replaces the steps of a street by a reference to those of the previous street if they differ only in name.
func likeBefore(steps []Rule) []Rule {
	same := func(a, b *Rule) bool {
		return a.Number != "" && b.Number != "" && !a.Several() && !b.Several() && a.Level() == 0 && b.Level() == 0 && a.Note() == b.Note() &&
			nameless(a) == nameless(b)
	}
	street := func(i, n int) bool { // n steps from i are a street like those before them
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

// isBetting reports whether a step of a condensed deal is a betting round.
func isBetting(r *Rule) bool { return strings.HasPrefix(r.Text, bettingWord) }

// streetLike returns a reference to an earlier street, with the clauses of the replaced one.
func streetLike(steps, first []Rule) Rule {
	r := Rule{Number: steps[0].Number + "–" + steps[len(steps)-1].Number, At: steps[0].At, Origin: OfHouse}
	for k := range steps {
		r.Clauses = append(r.Clauses, steps[k].Clauses...)
	}
	r.Text = fmt.Sprintf("As steps %s–%s%s.", first[0].Number, first[len(first)-1].Number, forNames(steps, first))
	return r
}

// forNames returns the names of steps that differ from those referred to: ", for the turn".
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

// shortStep is the number of words, including clauses, below which a step is not replaced by a reference.
const shortStep = 14

// likeStep replaces a step by a reference to an equal step of the same deal or of an earlier game.
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
				continue // a step that refers to its own game cannot be referred to from another
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

// identity returns a key that is equal for equal rules of different sheets.
func identity(title string, r *Rule) string {
	return strings.Join(append([]string{title, r.Text, r.Option}, r.Clauses...), "\x00")
}

// notCited returns the clauses that no rule cites, except titles and page marks.
func (b *Book) notCited() []clauses.Clause {
	cited := citedIn(b.Front)
	for _, s := range b.Sheets {
		for id := range citedIn(s.Sections) {
			cited[id] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Clauses), func(c clauses.Clause) bool { return cited[c.ID] || isFragment(&c) })
}

// fewest returns the names of games of a house, or of all other games if those are fewer.
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

// names returns the names of the games of a book, without menus.
func (b *Book) names() []string {
	var out []string
	for _, s := range b.Sheets {
		if s.Game.MaxSeats > 0 {
			out = append(out, b.Name(s))
		}
	}
	return out
}
