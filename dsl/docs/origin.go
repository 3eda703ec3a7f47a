package docs

import (
	"slices"
	"strings"

	"cardroom/engine/plan"
)

// Origin is where a printed rule comes from. Every rule on the sheet for the floor has one.
type Origin string

// The origins.
const (
	// OfHouse: the house's own document says it, in the clauses beside the rule.
	OfHouse Origin = "house"
	// OfOption: the document leaves it open, and an option decides it.
	OfOption Origin = "option"
	// Borrowed: it is taken from elsewhere, and the rule says from where.
	Borrowed Origin = "borrowed"
	// Custom: it is what card rooms usually do.
	Custom Origin = "custom"
)

// usual is the source of what nobody has written down for the house.
const usual = "card rooms"

// Other is a game, by its id, and what its house says under another reading of an option; nil
// where it cannot be played in that way.
type Other func(id, option, value string) (*plan.Bound, *Room, error)

// trace notes the origin of each rule of a sheet: a clause before an option, and an option
// before custom. A rule that only stands there under some readings of an option is decided by it.
func (s *Sheet) trace(c *common, options []plan.Option, other Other) error {
	open := map[string]string{} // the option by the text that it decides
	texts := s.texts()
	if other == nil {
		options = nil
	}
	for _, o := range options {
		for _, value := range otherValues(&o) {
			b, room, err := other(s.Game.ID, o.Name, value)
			if err != nil {
				return err
			}
			if b == nil {
				continue
			}
			said := newSheet(b, room, c).texts()
			for text := range texts {
				if !said[text] && open[text] == "" {
					open[text] = o.Name
				}
			}
		}
	}
	for i := range s.Sections {
		for k := range s.Sections[i].Rules {
			s.Sections[i].Rules[k].settle(open)
		}
	}
	return nil
}

// Unfounded are the rules of a game that have no origin. other gives the game under another reading of an option, nil where it
// cannot be played in that way; it is asked only until every rule is decided.
func Unfounded(b *plan.Bound, room *Room, other func(id, option, value string) *plan.Bound) []Rule {
	s := newSheet(b, room, &common{})
	var left []Rule
	for i := range s.Sections {
		for _, r := range s.Sections[i].Rules {
			if r.settle(nil); r.Origin == "" && !r.Citation {
				left = append(left, r)
			}
		}
	}
	w := &writer{game: b.Game, room: room}
	options := w.options()
	// The option that a rule names most likely decides it.
	named := func(o plan.Option) int {
		if slices.ContainsFunc(left, func(r Rule) bool { return strings.Contains(strings.ToLower(r.Text), o.Name) }) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(options, func(a, b plan.Option) int { return named(a) - named(b) })
	for _, o := range options {
		for _, value := range otherValues(&o) {
			if len(left) == 0 {
				return nil
			}
			then := other(b.Game.ID, o.Name, value)
			if then == nil {
				continue
			}
			said := newSheet(then, room, &common{}).texts()
			left = slices.DeleteFunc(left, func(r Rule) bool { return !said[r.Text] })
		}
	}
	return left
}

// settle notes the origin of one rule.
func (r *Rule) settle(open map[string]string) {
	switch {
	case r.Origin == OfOption || r.Citation:
	case len(r.Clauses) > 0 || r.Within:
		r.Origin = OfHouse
		if r.Source == usual {
			r.Source = ""
		}
	case open[r.Text] != "":
		r.Origin, r.Option, r.Source = OfOption, open[r.Text], ""
	case r.Source != "" && r.Origin == "":
		r.Origin = Borrowed
	}
}

func (s *Sheet) texts() map[string]bool {
	out := map[string]bool{}
	for i := range s.Sections {
		for k := range s.Sections[i].Rules {
			out[s.Sections[i].Rules[k].Text] = true
		}
	}
	return out
}

// otherValues are readings of an option that are not in force.
func otherValues(o *plan.Option) []string {
	choices := o.Choices
	if o.Value == "yes" || o.Value == "no" {
		choices = []string{"yes", "no"}
	}
	return slices.DeleteFunc(slices.Clone(choices), func(v string) bool { return v == o.Value })
}

// Floor is the sheet in the order of its origins: what the house says, with the whole of the
// deal; what is open, each option with the rules that follow from it; and custom.
func (s *Sheet) Floor() []Section {
	if !s.traced {
		return s.Sections
	}
	var out, open, custom []Section
	for _, sec := range s.Sections {
		if sec.Title == dealTitle {
			out = append(out, sec)
			continue
		}
		parts := map[Origin][]Rule{}
		for _, r := range sec.Rules {
			o := r.Origin
			if o == "" {
				o = OfHouse
			}
			if o == Borrowed {
				o = Custom
			}
			parts[o] = append(parts[o], r)
		}
		if rules := parts[OfHouse]; len(rules) > 0 {
			out = append(out, Section{Title: sec.Title, Clauses: sec.Clauses, Rules: rules})
		}
		if rules := parts[OfOption]; len(rules) > 0 {
			open = append(open, Section{Title: sec.Title, Rules: rules})
		}
		if rules := parts[Custom]; len(rules) > 0 {
			custom = append(custom, Section{Title: sec.Title, Rules: rules})
		}
	}
	if points := underOptions(open); len(points) > 0 {
		out = append(out, Section{Title: openTitle, Rules: points})
	}
	if len(custom) > 0 {
		var rules []Rule
		for _, sec := range custom {
			rules = append(rules, sec.Rules...)
		}
		out = append(out, Section{Title: customTitle, Rules: rules})
	}
	return out
}

// underOptions puts what options decide below them.
func underOptions(open []Section) []Rule {
	var points, decided []Rule
	for _, sec := range open {
		if sec.Title == openTitle {
			points = sec.Rules
			continue
		}
		decided = append(decided, sec.Rules...)
	}
	var out []Rule
	for _, p := range points {
		out = append(out, p)
		for _, r := range decided {
			if r.Option == p.Option {
				r.Below = true
				out = append(out, r)
			}
		}
	}
	for _, r := range decided { // of options that stand elsewhere
		if !slices.ContainsFunc(points, func(p Rule) bool { return p.Option == r.Option }) {
			out = append(out, r)
		}
	}
	return out
}

// Note says of a step of the deal where it comes from, when no clause says it: "by custom", or the
// option that decides it. Elsewhere the place on the sheet says it.
func (r *Rule) Note() string {
	switch {
	case r.Number == "":
		return ""
	case r.Origin == OfOption:
		return "open: " + r.Option
	case r.Origin == Custom:
		return "custom"
	}
	return ""
}
