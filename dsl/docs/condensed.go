package docs

import (
	"slices"
	"strings"

	"cardroom/dsl/clauses"
)

// Condensed is the book of a house with each rule once: what several games share
// stands in front of their sheets, with the games that it holds for, and of the
// clauses only those are listed that no rule cites. A deal names the game before it whose steps are the same, and is
// told in full where it comes first.
func (b *Book) Condensed() *Book {
	if len(b.Sheets) < 2 {
		out := *b
		out.known, out.Clauses = b.Clauses, b.notCited()
		return &out
	}
	in := map[string][]string{} // the games of a rule
	for _, s := range b.Sheets {
		for _, sec := range s.Floor() {
			for k := range sec.Rules {
				if id := identity(sec.Title, &sec.Rules[k]); sec.Rules[k].Number == "" && !slices.Contains(in[id], b.Name(s)) {
					in[id] = append(in[id], b.Name(s))
				}
			}
		}
	}
	out := *b
	out.Front, out.Sheets = slices.Clone(b.Front), nil
	at := map[string]int{} // sections of the front, by title and games
	told := map[string]bool{}
	var deals []dealt
	for _, s := range b.Sheets {
		one := *s
		one.Sections, one.traced = nil, false
		for _, sec := range s.Floor() {
			own := Section{Title: sec.Title, Clauses: sec.Clauses}
			for _, r := range sec.Rules {
				id := identity(sec.Title, &r)
				games := in[id]
				if r.Number != "" || len(games) < 2 {
					own.Rules = append(own.Rules, r)
					continue
				}
				if told[id] {
					continue
				}
				told[id] = true
				title := sec.Title
				if len(games) < len(b.Sheets) {
					title += ": " + b.fewest(games)
				}
				i, ok := at[title]
				if !ok {
					i, at[title] = len(out.Front), len(out.Front)
					out.Front = append(out.Front, Section{Title: title})
				}
				out.Front[i].Rules = append(out.Front[i].Rules, r)
			}
			if sec.Title == dealTitle {
				own.Rules = b.likeOthers(own.Rules, deals)
				deals = append(deals, dealt{b.Name(s), sec.Rules})
			}
			if len(own.Rules) > 0 || len(own.Clauses) > 0 {
				one.Sections = append(one.Sections, own)
			}
		}
		out.Sheets = append(out.Sheets, &one)
	}
	out.known, out.Clauses = b.Clauses, b.notCited()
	return &out
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
			out = append(out, likeStep(&steps[i], before))
			i++
		}
	}
	return out
}

// shortStep is how many words a step has, with its clauses, that is not worth naming another.
const shortStep = 14

// likeStep names, in place of a step, one of a game before it that is the same.
func likeStep(r *Rule, before []dealt) Rule {
	if len(strings.Fields(r.Text))+len(r.Clauses) < shortStep {
		return *r
	}
	for _, d := range before {
		for k := range d.steps {
			if o := &d.steps[k]; o.Note() == r.Note() && identity("", o) == identity("", r) {
				return Rule{Number: r.Number, Text: "As step " + o.Number + " of " + d.game + ".", At: r.At, Origin: r.Origin}
			}
		}
	}
	return *r
}

// identity is what makes two rules of different sheets the same.
func identity(title string, r *Rule) string {
	return strings.Join(append([]string{title, r.Text, r.Option}, r.Clauses...), "\x00")
}

// notCited are the clauses that no rule cites.
func (b *Book) notCited() []clauses.Clause {
	cited := citedIn(b.Front)
	for _, s := range b.Sheets {
		for id := range citedIn(s.Sections) {
			cited[id] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Clauses), func(c clauses.Clause) bool { return cited[c.ID] })
}

// fewest names games, or those that are not among them where they are fewer.
func (b *Book) fewest(games []string) string {
	var others []string
	for _, s := range b.Sheets {
		if name := b.Name(s); !slices.Contains(games, name) && s.Game.MaxSeats > 0 {
			others = append(others, name)
		}
	}
	if len(others) < len(games) {
		if len(others) == 0 {
			return "all games"
		}
		return "all games but " + list(others, "and")
	}
	return strings.Join(games, ", ")
}
