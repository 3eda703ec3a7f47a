package docs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// Origin is where a printed rule comes from. Every rule on the sheet for the floor has one.
type Origin string

// The origins.
const (
	// OfHouse means that the house's own document states it, in the cited clauses.
	OfHouse Origin = "house"
	// OfOption means that the document leaves it open, and an option decides it.
	OfOption Origin = "option"
	// Borrowed means that it is taken from elsewhere, such as a clause of another house, and the rule names the source.
	Borrowed Origin = "borrowed"
	// Custom means that it is the usual practice in card rooms, or a step that the standard library makes.
	Custom Origin = "custom"
)

// usual is the source of what the house has not written down.
const usual = "card rooms"

// setUp is the source of a table that the house's document does not list.
const setUp = "set up here, not in the document"

// Other returns a game, by its id, and its house's room with another value of an option; nil if the game cannot be played that
// way.
type Other func(id, option, value string) (*plan.AtStakes, *Room, error)

// trace sets the origin of each rule of a sheet. In order of precedence: a clause of another house, a clause of the house's own,
// another source named in the script, an option, custom. A rule that exists only with some values of an option is decided by it.
func (s *Sheet) trace(room *Room, c *common, options []plan.Option, other Other) error {
	open := map[string]string{} // the option by the text that it decides
	texts := s.texts()
	isOption := map[string]bool{} // texts of options themselves
	for _, sec := range s.Sections {
		for _, r := range sec.Rules {
			isOption[r.sourced()] = r.Origin == OfOption
		}
	}
	changes := map[diag.Pos]bool{} // options that change the game or its sheet
	own := []plan.Option(nil)
	if s.bound != nil && room.Alike != nil && other != nil {
		own = options
	}
	if other == nil {
		options = nil
	}
	for _, o := range options {
		values := otherValues(&o)
		changes[o.Pos] = len(values) == 0 // an option without listed choices is not tried
		for _, value := range values {
			b, then, err := other(s.Game.ID, o.Name, value)
			if err != nil {
				return err
			}
			if b == nil {
				changes[o.Pos] = true // it cannot be played this way
				continue
			}
			said := newSheet(b, then, c).texts()
			for text := range texts {
				if said[text] {
					continue
				}
				if open[text] == "" {
					open[text] = o.Name
				}
				changes[o.Pos] = changes[o.Pos] || !isOption[text]
			}
			if len(own) > 0 && !changes[o.Pos] {
				changes[o.Pos] = !room.Alike(s.bound, b)
			}
		}
	}
	s.leaveOut(own, changes)
	for i := range s.Sections {
		for k := range s.Sections[i].Rules {
			s.Sections[i].Rules[k].settle(room, open)
		}
	}
	return nil
}

// hasTwin reports whether an option has the name of another one in a script that makes a step of the game, and its own script makes none.
func hasTwin(g *plan.Game, all []plan.Option, o *plan.Option) bool {
	makes := func(o *plan.Option) bool {
		return g.HasStep(func(st *plan.Step) bool { return st.Pos.File == o.Pos.File })
	}
	return !makes(o) && slices.ContainsFunc(all, func(p plan.Option) bool { return p.Name == o.Name && p.Pos != o.Pos && makes(&p) })
}

// leaveOut removes the options that change nothing on the sheet, including those with the same name as another in a script that
// makes a step of the game, if their own script makes none.
func (s *Sheet) leaveOut(own []plan.Option, changes map[diag.Pos]bool) {
	idle := func(r Rule) bool {
		i := slices.IndexFunc(own, func(o plan.Option) bool { return o.Pos == r.At })
		if r.Origin != OfOption || i < 0 {
			return false
		}
		return !changes[r.At] || hasTwin(s.Game, own, &own[i])
	}
	s.Sections = slices.DeleteFunc(s.Sections, func(sec Section) bool { return !slices.ContainsFunc(sec.Rules, func(r Rule) bool { return !idle(r) }) })
	for i := range s.Sections {
		s.Sections[i].Rules = slices.DeleteFunc(s.Sections[i].Rules, idle)
	}
}

// Unfounded returns the rules of a game that have no origin. other returns the game with another value of an option, nil if it
// cannot be played that way; it is called only until every rule has an origin.
func Unfounded(b *plan.AtStakes, room *Room, other func(id, option, value string) *plan.AtStakes) []Rule {
	s := newSheet(b, room, &common{})
	var left []Rule
	for i := range s.Sections {
		for _, r := range s.Sections[i].Rules {
			if r.settle(room, nil); r.Origin == "" && !r.Citation {
				left = append(left, r)
			}
		}
	}
	w := &writer{game: b.Game, room: room}
	for _, o := range w.options() {
		for _, value := range otherValues(&o) {
			if len(left) == 0 {
				return nil
			}
			then := other(b.Game.ID, o.Name, value)
			if then == nil {
				continue
			}
			said := newSheet(then, room, &common{}).texts()
			left = slices.DeleteFunc(left, func(r Rule) bool { return !said[r.sourced()] })
		}
	}
	return left
}

// settle sets the origin of one rule.
func (r *Rule) settle(room *Room, open map[string]string) {
	said := slices.Concat(r.Clauses, r.behind)
	from, lent := room.lenders(said)
	switch {
	case r.Origin == OfOption || r.Citation:
	case from != "":
		r.Origin, r.Source, r.lent = Borrowed, from, lent
	case r.Within || r.Document != "" || room.says(said):
		r.Origin = OfHouse
		if r.Source == usual || r.Source == setUp {
			r.Source = ""
		}
	case r.Origin == "" && strings.HasPrefix(r.At.File, "@stdlib//") && open[r.sourced()] == "":
		r.Origin, r.Source = Custom, cmp.Or(r.Source, usual+", as in "+r.At.File)
	case r.Source != "" && r.Origin == "":
		r.Origin = Borrowed
	case open[r.sourced()] != "":
		r.Origin, r.Option, r.Source = OfOption, open[r.sourced()], ""
	}
}

func (s *Sheet) texts() map[string]bool {
	out := map[string]bool{}
	for i := range s.Sections {
		for k := range s.Sections[i].Rules {
			out[s.Sections[i].Rules[k].sourced()] = true
		}
	}
	return out
}

// sourced returns what an option may decide of a rule: all but its amounts. Two steps with one text may have different sources.
func (r *Rule) sourced() string { return r.open() + "\x00" + r.Source }

// otherValues returns the values of an option that are not in force.
func otherValues(o *plan.Option) []string {
	return slices.DeleteFunc(slices.Clone(o.Choices), func(v string) bool { return v == o.Value })
}

// Floor returns the sheet in the order of origins: what the house says and what its options decide, including the whole deal and, against
// a bank, all choices and payments; the options with their other values; borrowed rules; and custom. A rule stands in its own section,
// so that the floor finds it there.
func (s *Sheet) Floor() []Section {
	if !s.traced {
		return s.Sections
	}
	var out, last []Section
	var borrowed, custom []Rule
	for _, sec := range s.Sections {
		if sec.Title == dealTitle {
			out = append(out, sec)
			continue
		}
		own := Section{Title: sec.Title, Clauses: sec.Clauses}
		for _, r := range sec.Rules {
			switch {
			case r.sorted && sec.Title != customTitle:
				own.Rules = append(own.Rules, r)
			case r.Origin == Borrowed:
				borrowed = append(borrowed, r)
			case r.Origin == Custom || r.Origin == OfOption && sec.Title == customTitle:
				custom = append(custom, r)
			default:
				own.Rules = append(own.Rules, r)
			}
		}
		own.Rules = notedOnce(own.Rules)
		switch {
		case len(own.Rules) == 0:
		case sec.Title == openTitle:
			own.About = s.room.keyToReferences(own.Rules)
			last = append(last, own)
		default:
			out = append(out, own)
		}
	}
	out = append(out, last...)
	if len(borrowed) > 0 {
		out = append(out, Section{Title: borrowedTitle, Rules: notedOnce(borrowed)})
	}
	if len(custom) > 0 {
		out = append(out, Section{Title: customTitle, Rules: custom})
	}
	return out
}

// keyToReferences explains the numbers of readings after options by the first of them, "" if there are none.
func (r *Room) keyToReferences(options []Rule) string {
	for _, o := range options {
		for _, ref := range o.Clauses {
			if r.Readings != nil && r.Readings.Find(r.Folder, ref) != nil {
				return "'cardroom doc " + ref + "' explains the number " + ref + "."
			}
		}
	}
	return ""
}

// Cited is a clause printed with a rule, or several consecutive clauses of the document: Text is "omaha-casino.round.11" or
// "omaha-casino.round.11–11e".
type Cited struct {
	Text string
	IDs  []string
}

// Cites returns the clauses printed with a rule, in document order, without those of other houses that its note names.
func (b *Book) Cites(r *Rule) []Cited {
	return b.Ranges(slices.DeleteFunc(slices.Clone(r.Clauses), func(id string) bool { return slices.Contains(r.lent, id) }))
}

// leastRange is the number of consecutive clauses from which only the first and the last are named.
const leastRange = 3

// Ranges returns clauses in document order; consecutive clauses of one part are named by the first and the last.
func (b *Book) Ranges(ids []string) []Cited {
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(x, y string) int { return cmp.Compare(b.place(x), b.place(y)) })
	ids = slices.Compact(ids)
	part := func(id string) string { return id[:strings.LastIndexByte(id, '.')+1] }
	var out []Cited
	for len(ids) > 0 {
		n := 1
		for n < len(ids) && part(ids[n]) == part(ids[0]) && b.place(ids[n]) == b.place(ids[n-1])+1 {
			n++
		}
		if n < leastRange {
			n = 1
		}
		c := Cited{Text: ids[0], IDs: ids[:n]}
		if n > 1 {
			c.Text += "–" + strings.TrimPrefix(ids[n-1], part(ids[0]))
		}
		out, ids = append(out, c), ids[n:]
	}
	return out
}

// place returns the position of a clause in the house's document; unknown clauses come last.
func (b *Book) place(id string) int {
	if at, ok := b.order[id]; ok {
		return at
	}
	return len(b.order) + 1
}

// Note returns the source of a rule that is borrowed as a whole or in part, the option that decides a rule, and "custom" for a step of the
// deal without a clause and for what stands under its subject. Other rules need no note, because their section shows the origin.
func (r *Rule) Note() string {
	switch {
	case r.noted:
		return ""
	case r.Origin == Borrowed && r.more == 1:
		return "borrowed, with the next one, from " + r.Source
	case r.Origin == Borrowed && r.more > 0:
		return "borrowed, with the next " + strconv.Itoa(r.more) + ", from " + r.Source
	case r.Origin == Borrowed, r.Source != "" && r.Origin != Custom && !r.Within:
		return "borrowed from " + r.Source
	case r.Origin == OfOption && !r.choice:
		return "open: " + r.Option
	case r.Origin == Custom && r.Source == setUp:
		return setUp
	case r.Origin == Custom && (r.Number != "" || r.sorted):
		return "custom"
	}
	return ""
}
