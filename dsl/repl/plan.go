package repl

import (
	"fmt"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"github.com/fatih/color"
)

// printPlan prints the plan of a game: each step with its index, which jumps
// refer to, its special settings, and its position.
func (s *Session) printPlan(g *plan.Game) {
	s.printf("%s\n", s.out.Paint(g.ID+": "+g.Name, color.Bold))
	s.printf("%s\n", fold(fmt.Sprintf("%d to %d seats, a deck of %d cards", g.MinSeats, g.MaxSeats, g.Deck.Len()), s.width()))
	var rows []planRow
	for i := range g.Forced {
		f := &g.Forced[i]
		rows = append(rows, planRow{"-", forcedText(f), f.Pos})
	}
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Again > 0 {
			continue // its first round is printed
		}
		rows = append(rows, planRow{fmt.Sprint(i), stepText(g, st), st.Pos})
	}
	s.printRows(rows)
	for _, o := range g.Options {
		s.printf("%s\n", hang("   option ", fmt.Sprintf("%s = %s", o.Name, o.Value), s.width()))
	}
}

type planRow struct {
	number, text string
	at           diag.Pos
}

// printRows prints the positions in a separate column if a row has room for it,
// else below the row.
func (s *Session) printRows(rows []planRow) {
	place := 0
	for _, r := range rows {
		place = max(place, len(r.at.String()))
	}
	room := s.width() - len("   0 ") - len("  ") - place
	column := 0
	for _, r := range rows {
		if len(r.text) <= room {
			column = max(column, len(r.text))
		}
	}
	for _, r := range rows {
		at := s.out.Paint(r.at.String(), color.Faint)
		switch {
		case r.at.Line == 0:
			s.printf("%4s %s\n", r.number, r.text)
		case len(r.text) <= room:
			s.printf("%4s %-*s  %s\n", r.number, column, r.text, at)
		default:
			s.printf("%s\n     %s\n", hang(fmt.Sprintf("%4s ", r.number), r.text, s.width()), at)
		}
	}
}

func forcedText(f *plan.Forced) string {
	text := f.Amount.String()
	switch {
	case f.Everybody:
		text += " from everybody"
	case f.Left == 0:
		text += " from the button"
	default:
		text += fmt.Sprintf(" from seat %d left of the button", f.Left)
	}
	if f.Dead {
		text += ", dead"
	}
	return text
}

// stepText returns a step with its special settings.
func stepText(g *plan.Game, st *plan.Step) string {
	words := []string{st.Word()}
	if st.Name != "" {
		words = append(words, fmt.Sprintf("%q", st.Name))
	}
	if n := st.Cards(); n > 0 && st.Kind != plan.Repeat {
		words = append(words, fmt.Sprint(n))
	}
	if on := g.OnBoards(st); on != "" {
		words = append(words, on[1:])
	}
	//exhaustive:ignore the others have no settings
	switch st.Kind {
	case plan.Deal:
		words = append(words, st.Lie(""))
		if st.To != plan.Everybody {
			words = append(words, "to "+st.To.String())
		}
		if st.Hand > 0 {
			words = append(words, "into "+g.Hands[st.Hand-1])
		}
	case plan.RunIt:
		words = append(words, fmt.Sprintf("%d times", st.Runs))
	case plan.TurnUp:
		words = append(words, st.To.String())
	case plan.Bet, plan.Asks:
		words = append(words, st.Special()...)
	case plan.Collect:
		from := [...]string{plan.FromPot: "from the pot", plan.FromButton: "from the button", plan.FromBlinds: "from the blinds"}
		words = append(words, pick(st.Collect.Rake != nil, "a rake ", "")+from[st.Collect.From])
	case plan.When:
		words = append(words, st.Condition()+pick(st.Until, ", then", ", else"), fmt.Sprint(st.Jump))
	case plan.Repeat:
		words = append(words, fmt.Sprintf("%d times, to", st.Count), fmt.Sprint(st.Jump)+pick(st.Until, ", until "+st.Condition(), ""))
	case plan.InTurn:
		words = append(words, "to", fmt.Sprint(st.Jump))
	case plan.PayStep:
		words = append(words, st.Pay.Words(func(n int64) string { return plan.Money(n, plan.Cents) }, plan.Tier.String), pick(st.Pay.FromPot, "from the pot", ""))
	case plan.CompareHands:
		words = append(append(words, showWords(&st.Compare.Show)...), pick(st.Compare.To != 0, "with "+st.Compare.To.String(), ""))
	case plan.Jump:
		words = append(words, fmt.Sprint(st.Jump))
	case plan.Redeal:
		words = append(words, pick(st.NoAnte, "no antes", ""))
	case plan.Showdown:
		words = append(words, showWords(st.Show)...)
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

func pick(yes bool, then, otherwise string) string {
	if yes {
		return then
	}
	return otherwise
}

// partWords returns a short description of a part of a showdown.
func partWords(p *plan.Part) string {
	words := []string{p.Ranking.Name()}
	for i := range p.Use {
		words = append(words, pick(i > 0, "or ", "")+p.Use[i].CardsThatPlay())
	}
	if p.From != plan.AllCards {
		words = append(words, p.From.String()+" cards")
	}
	if p.Floor != nil {
		words = append(words, p.Floor.OrBetter())
	}
	if w := p.Weight(); w > 1 {
		words = append(words, fmt.Sprintf("share %d", w))
	}
	if len(p.Chosen) > 0 {
		words = append(words, "for "+strings.Join(p.Chosen, " or "))
	}
	return strings.Join(words, ", ")
}

func showWords(sh *plan.ShowdownStep) []string {
	var parts []string
	for i := range sh.Parts {
		part := partWords(&sh.Parts[i])
		for p := sh.Parts[i].Else; p != nil; p = p.Else {
			part += ", else " + partWords(p)
		}
		parts = append(parts, part)
	}
	text := strings.Join(parts, " / ")
	if len(parts) > 1 {
		text += pick(sh.OddToSecond, ", odd chip to the second", ", odd chip to the first")
	}
	return []string{text}
}
