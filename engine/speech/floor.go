package speech

import (
	"fmt"
	"strings"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Irregularities and rulings in words.

// Notes sets the incidents and rulings behind events ([hand.Hand.Notes]), for a
// hand from [hand.Hand.SeenBy], which does not have them. Other hands do.
func (n *Narrator) Notes(list []hand.Note) { n.notes = list }

// note returns the incident behind an event, nil if it is unknown.
func (n *Narrator) note(e *hand.Event) *hand.Note {
	if e.Note == 0 || int(e.Note) > len(n.notes) {
		return n.h.NoteOf(e)
	}
	return &n.notes[e.Note-1]
}

// happened describes an incident: its kind and its fields. It leaves out the order
// of cards to come, which nobody may know.
func (n *Narrator) happened(e *hand.Event) string {
	note := n.note(e)
	if note == nil {
		return "something irregular happens"
	}
	text := "event: " + strings.ReplaceAll(note.Incident.Kind.String(), "_", " ")
	for i, f := range note.Incident.Kind.Spec().Fields {
		if i >= len(note.Incident.Values) || note.Incident.Values[i] == nil || f.Name == "order" || f.Name == "index" {
			continue
		}
		text += ", " + n.field(&f, note.Incident.Values[i])
	}
	return text
}

func (n *Narrator) field(f *plan.Field, v *plan.Value) string {
	name := strings.ReplaceAll(f.Name, "_", " ")
	switch f.Kind {
	case plan.SeatField:
		if f.Name == "seat" {
			return n.style.Seat(int8(v.N))
		}
		return name + " " + n.style.Seat(int8(v.N))
	case plan.CardField, plan.CardsField:
		return name + " " + n.cards(v.Cards)
	case plan.ChipsField:
		return name + " " + n.money(v.N)
	case plan.MotionField, plan.ListField:
		var list []string
		for _, a := range v.List {
			if f.Kind == plan.MotionField {
				list = append(list, n.money(a))
			} else {
				list = append(list, fmt.Sprint(a))
			}
		}
		return name + " " + strings.Join(list, " and ")
	case plan.FlagField:
		if v.N == 0 {
			return "not " + name
		}
		return name
	case plan.WordField:
		return name + " " + strings.ReplaceAll(v.Word, "_", " ")
	}
	return fmt.Sprintf("%s %d", name, v.N)
}

// ruled describes a ruling: its effects, the reason, and the source.
func (n *Narrator) ruled(e *hand.Event) string {
	note := n.note(e)
	if note == nil || note.Judged == nil {
		return "the floor rules"
	}
	return "the floor: " + Ruling(note)
}

// Ruling describes a ruling: its effects, the reason, and the clauses or the custom
// behind it.
func Ruling(note *hand.Note) string {
	var effects []string
	for i := range note.Judged.Effects {
		e := &note.Judged.Effects[i]
		if e.None() {
			continue
		}
		word := e.Said()
		if e.Text != "" {
			word += ": " + e.Text
		}
		effects = append(effects, word)
	}
	text := strings.Join(effects, ", ")
	if text == "" {
		text = "nothing follows"
	}
	if note.Judged.Why != "" {
		text += ", because " + strings.TrimSuffix(note.Judged.Why, ".")
	}
	for _, c := range note.Judged.Clauses {
		text += " [" + c + "]"
	}
	if note.Judged.Ref != "" {
		text += " [" + note.Judged.Ref + "]"
	}
	if note.Ruling != nil && note.Ruling.Level == plan.ByDefault {
		text += " (default: the house does not decide)"
	}
	return text
}
