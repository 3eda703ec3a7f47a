package docs

import (
	"cmp"
	"slices"
	"strings"

	"cardroom/engine/plan"
)

// Subjects of rules that share a section of a sheet, as headings in the book of a house.
const (
	highTopic     = "High hands"
	lowTopic      = "Low hands"
	splitTopic    = "Split pots"
	showdownTopic = "The showdown"

	blindsAndAntes = "Blinds and antes"
	blinds         = "Blinds"
	antes          = "Antes"
)

// topics are the headings, in the book of a house, of rules that several games share, by their section on a sheet; a section that is
// not here keeps its title.
var topics = map[string]string{
	gameTitle:    "Stakes and players",
	remarksTitle: houseTitle,
}

// bookOrder are the titles before the games of a book in order; others come last.
var bookOrder = []string{
	houseTitle, topics[gameTitle], blindsAndAntes, antes, blinds, "Betting", highTopic, lowTopic, splitTopic, showdownTopic, "What wins", "When the cards run out",
	"Kill", tableRulesTitle, "Collection", "Tables", wrongTitle, customRulingsTitle,
}

// fewestShared is the number of games from which a rule stands before them. Fewer are told it in their chapters, unless they are more
// than half of the games: at a table a pointer costs more than a line that stands twice.
const fewestShared = 3

// heading returns the heading under which a rule of a section is shared.
func (r *Rule) heading(section string, games []*Sheet) string {
	if section == forcedTitle {
		return forcedSubject(games)
	}
	return cmp.Or(r.topic, topics[section], section)
}

// forcedSubject returns what players post in some games: blinds, antes, or both.
func forcedSubject(games []*Sheet) string {
	some := func(everybody bool) bool {
		return slices.ContainsFunc(games, func(s *Sheet) bool {
			return slices.ContainsFunc(s.Game.Forced, func(f plan.Forced) bool { return f.Everybody == everybody && s.Stakes.Posts(&f) > 0 })
		})
	}
	switch {
	case !some(true):
		return blinds
	case some(false):
		return blindsAndAntes
	}
	return antes
}

// Condensed returns the book as it is printed: only the clauses that no rule cites are listed, and in the book of a house what several
// games share comes first, once, under the title of its subject and with the games it applies to where those are not all. The chapter
// of a game has its whole deal and what few other games have, and names the titles in front that hold for it. Options and open points
// come last.
func (b *Book) Condensed() *Book {
	out := *b
	out.known, out.Clauses = b.Clauses, b.notCited()
	if len(b.Front) == 0 {
		return &out
	}
	c := &condenser{b: b, games: slices.DeleteFunc(slices.Clone(b.Sheets), (*Sheet).isMenu), of: map[string][]string{}}
	out.Front, out.Sheets = nil, nil
	add := func(key, name string) {
		if !slices.Contains(c.of[key], name) {
			c.of[key] = append(c.of[key], name)
		}
	}
	for _, s := range c.games {
		for _, sec := range s.Sections {
			for k := range sec.Rules {
				if sec.Title != dealTitle {
					add(identity(sec.Title, &sec.Rules[k]), b.Name(s))
					add(sec.Rules[k].topic, b.Name(s))
				}
			}
		}
	}
	for _, sec := range b.Front {
		if !slices.Contains(c.names(), sec.Games) {
			c.front(sec.Title, sec.About, sec.Games, sec.Rules...)
		}
	}
	for _, s := range b.Sheets {
		out.Sheets = append(out.Sheets, c.chapter(s))
	}
	slices.SortStableFunc(c.shared, func(x, y Section) int { return cmp.Compare(placeOf(x.Title), placeOf(y.Title)) })
	for _, sec := range c.shared {
		sec.Rules = byGames(sec.Rules)
		switch sec.Title {
		case openTitle: // a game has a section of that name
			sec.Title = "Options of the house"
			out.Back = append(out.Back, sec)
		case pointsTitle:
			out.Back = append(out.Back, sec)
		default:
			out.Front = append(out.Front, sec)
		}
	}
	return &out
}

// condenser makes the condensed sheets of a book, one after another.
type condenser struct {
	b      *Book
	games  []*Sheet            // without menus
	of     map[string][]string // the games that have a rule, or something about a topic
	shared []Section           // what stands before the games, and after them
}

func (c *condenser) names() []string {
	var out []string
	for _, s := range c.games {
		out = append(out, c.b.Name(s))
	}
	return out
}

// isMenu reports whether the sheet is a list of games to choose from.
func (s *Sheet) isMenu() bool { return s.Game.MaxSeats == 0 }

// placeOf returns the place of a title in front.
func placeOf(title string) int {
	if i := slices.Index(bookOrder, title); i >= 0 {
		return i
	}
	return len(bookOrder)
}

// front puts rules under a title before the games, once each.
func (c *condenser) front(title, about, games string, rules ...Rule) {
	i := slices.IndexFunc(c.shared, func(sec Section) bool { return sec.Title == title })
	if i < 0 {
		i, c.shared = len(c.shared), append(c.shared, Section{Title: title, About: about})
	}
	for _, r := range rules {
		r.Games = cmp.Or(r.Games, games)
		k := slices.IndexFunc(c.shared[i].Rules, func(o Rule) bool { return o.Games == r.Games && identity("", &o) == identity("", &r) })
		if k < 0 {
			c.shared[i].Rules = append(c.shared[i].Rules, r)
			continue
		}
		old := &c.shared[i].Rules[k]
		old.Clauses = distinct(slices.Concat(old.Clauses, r.Clauses))
	}
}

// chapter returns the part of a sheet that is specific to the game, and puts what it shares in front.
func (c *condenser) chapter(s *Sheet) *Sheet {
	one := *s
	one.Sections, one.traced = nil, false
	main := c.variantOf(s)
	told := map[string]bool{}
	if main != nil {
		one.Like = main.Game.ID
		one.Sections = []Section{{Title: gameTitle, Rules: spoken([]Rule{{subject: "variant", says: "As " + c.b.Name(main) + ", but for what follows.", At: s.Game.Pos, Within: true, leads: one.Like}})}}
		for _, sec := range main.Sections {
			told[dealTitle+strings.Join(textsOf(sec.Rules), "")] = sec.Title == dealTitle
			for k := range sec.Rules {
				told[identity(sec.Title, &sec.Rules[k])] = sec.Title != dealTitle
			}
		}
	}
	for _, sec := range s.Sections {
		if told[dealTitle+strings.Join(textsOf(sec.Rules), "")] {
			continue
		}
		own := Section{Title: sec.Title, Clauses: sec.Clauses}
		for _, r := range sec.Rules {
			if len(s.Game.Also) == 1 && s.Game.Also[0] == c.b.Name(s) && r.subject == "names" {
				continue // the heading
			}
			r.sorted = s.traced && r.Number == "" && sec.Title != openTitle
			games, all := c.of[identity(sec.Title, &r)], c.names()
			few := r.steps != nil || len(games) < fewestShared && 2*len(games) <= len(all) && sec.Title != openTitle
			if few && told[identity(sec.Title, &r)] {
				continue
			}
			if sec.Title == dealTitle || few || len(games) < 2 {
				own.Rules = append(own.Rules, r)
				continue
			}
			title := r.heading(sec.Title, c.games)
			some := forSome(games, all)
			if of := c.of[r.topic]; r.topic != "" && len(of) < len(all) { // who has no low hand does not look under low hands
				some = list(games, "and")
				if len(games) == len(of) {
					some = ""
				}
			}
			c.front(title, "", some, r)
			if title != openTitle && !slices.Contains(one.Refs, title) && main == nil {
				one.Refs = append(one.Refs, title)
			}
		}
		if main != nil && own.Title == gameTitle {
			one.Sections[0].Rules = append(one.Sections[0].Rules, own.Rules...)
		} else if len(own.Rules) > 0 || len(own.Clauses) > 0 {
			own.Rules = notedOnce(own.Rules)
			if sec.Title == dealTitle {
				notedBelow(own.Rules, s)
			}
			one.Sections = append(one.Sections, own)
		}
	}
	for _, title := range []string{"Collection", wrongTitle} {
		if main != nil || s.isMenu() || !c.forAll(title) || slices.Contains(one.Refs, title) {
			continue
		}
		at := len(one.Refs)
		if i := slices.Index(one.Refs, houseTitle); i >= 0 {
			at = i
		}
		one.Refs = slices.Insert(one.Refs, at, title)
	}
	for _, sec := range c.b.Front { // rules in front for this game alone
		if sec.Games == c.b.Name(s) {
			sec.Games = ""
			one.Sections = append(one.Sections, sec)
		}
	}
	return &one
}

// forAll reports whether the book has rules under a title in front that hold for all games.
func (c *condenser) forAll(title string) bool {
	return slices.ContainsFunc(c.b.Front, func(sec Section) bool {
		return sec.Title == title && sec.Games == "" && slices.ContainsFunc(sec.Rules, func(r Rule) bool { return r.Games == "" })
	})
}

// variantOf returns the sheet of the game before a game that has its name, nil for none.
func (c *condenser) variantOf(s *Sheet) *Sheet {
	for _, o := range c.games {
		if o == s {
			break
		}
		if o.Game.Name == s.Game.Name {
			return o
		}
	}
	return nil
}

// byGames groups rules by the games they apply to, those for all games first.
func byGames(rules []Rule) []Rule {
	place := map[string]int{"": -1}
	for i := range rules {
		if _, ok := place[rules[i].Games]; !ok {
			place[rules[i].Games] = i
		}
	}
	slices.SortStableFunc(rules, func(x, y Rule) int { return cmp.Compare(place[x.Games], place[y.Games]) })
	return notedOnce(rules)
}

// ForOthers reports whether the rule at an index applies to other games than the one before it.
func (s *Section) ForOthers(i int) bool {
	return s.Rules[i].Games != "" && (i == 0 || s.Rules[i-1].Games != s.Rules[i].Games)
}

// notedOnce keeps the source note only on the first of consecutive rules borrowed from the same source.
func notedOnce(rules []Rule) []Rule {
	for i := 0; i < len(rules); {
		n := 1
		if r := &rules[i]; r.Origin == Borrowed && r.Number == "" {
			for note := r.Note(); note != "" && i+n < len(rules) && rules[i+n].Note() == note && rules[i+n].Games == r.Games; n++ {
				rules[i+n].noted = true
			}
		}
		rules[i].more = n - 1
		i += n
	}
	return rules
}

// notedBelow removes the note of a step if the sheet has rules about the same subject, borrowed from the same source or, together, with
// the same clauses.
func notedBelow(steps []Rule, s *Sheet) {
	for i := range steps {
		var lent []string
		for _, sec := range s.Sections {
			for _, r := range sec.Rules {
				if r.Number == "" && r.Origin == Borrowed && r.At == steps[i].At {
					steps[i].noted, lent = steps[i].noted || r.Source == steps[i].Source, append(lent, r.lent...)
				}
			}
		}
		missing := func(id string) bool { return !slices.Contains(lent, id) }
		steps[i].noted = steps[i].noted || len(steps[i].lent) > 0 && !slices.ContainsFunc(steps[i].lent, missing)
	}
}

// identity returns a key that is equal for equal rules of different sheets, which different clauses may state. A rule of custom is the
// same rule where some option of a game turns it off.
func identity(title string, r *Rule) string {
	key := []string{title, filled(r.Value(), "{#}", r.steps)}
	if r.Origin != Custom && r.Origin != OfOption {
		key = append(key, string(r.Origin), r.Source)
	}
	return strings.Join(key, "\x00")
}

// notCited returns the clauses that no rule cites, except titles and page marks.
func (b *Book) notCited() []Clause {
	cited := citedIn(b.Front)
	for _, s := range b.Sheets {
		for id := range citedIn(s.Sections) {
			cited[id] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Clauses), func(c Clause) bool { return cited[c.ID] || isFragment(&c) })
}

// forSome returns the names of games of a house, or of all other games if those are fewer; "" for all of them.
func forSome(games, all []string) string {
	others := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(games, name) })
	switch {
	case len(others) == 0:
		return ""
	case len(others) >= len(games):
		return list(games, "and")
	}
	return "all games but " + list(others, "and")
}
