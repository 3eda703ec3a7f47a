package main

import (
	"fmt"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
)

// newSheet writes the rule sheet of a game at a table's stakes.
func newSheet(g *plan.Game, stakes plan.Stakes) *sheet {
	s := &sheet{Game: g, Stakes: stakes}
	s.add("Table", false, s.table())
	s.add("Before the cards", false, s.forced())
	s.add("The deal", true, s.steps())
	s.add("Betting", false, s.betting())
	s.add("What wins", false, s.showdown())
	s.add("Decided here", false, s.options())
	return s
}

func (s *sheet) add(title string, numbered bool, rules []rule) {
	if len(rules) > 0 {
		s.Sections = append(s.Sections, section{title, numbered, rules})
	}
}

func (s *sheet) money(units int64) string { return plan.Money(units, s.Stakes.Scale) }

func (s *sheet) table() []rule {
	g := s.Game
	return []rule{
		{Text: fmt.Sprintf("%d to %d players, a pack of %s.", g.MinSeats, g.MaxSeats, g.Deck), Clauses: g.Clauses, At: g.Pos.String()},
		{Text: fmt.Sprintf("Stakes %s: %s; the smallest chip is %s.", s.Stakes.Name, s.Stakes.String(), s.money(s.Stakes.Chip)), At: g.Stakes.Pos.String()},
	}
}

func (s *sheet) forced() []rule {
	var out []rule
	for i := range s.Game.Forced {
		f := &s.Game.Forced[i]
		if amount := s.Stakes.Amount(f.Amount); amount > 0 {
			out = append(out, rule{forcedWords(f, s.money(amount)), f.Clauses, f.Pos.String()})
		}
	}
	return out
}

// forcedWords says who posts a forced bet.
func forcedWords(f *plan.Forced, amount string) string {
	bet := fmt.Sprintf("the %s of %s", f.Amount, amount)
	if f.Dead {
		bet += ", dead"
	}
	switch {
	case f.Everybody:
		return "Everybody posts " + bet + "."
	case f.HeadsUp != f.Left:
		return fmt.Sprintf("%s posts %s; with two players %s does.", capital(seatFromButton(f.Left)), bet, seatFromButton(f.HeadsUp))
	}
	return fmt.Sprintf("%s posts %s.", capital(seatFromButton(f.Left)), bet)
}

func seatFromButton(left int) string {
	switch left {
	case 0:
		return "the button"
	case 1:
		return "the player left of the button"
	case 2:
		return "the second player left of the button"
	case 3:
		return "the third player left of the button"
	}
	return fmt.Sprintf("the %dth player left of the button", left)
}

func (s *sheet) steps() []rule {
	var out []rule
	for i := range s.Game.Steps {
		st := &s.Game.Steps[i]
		out = append(out, rule{s.stepWords(st), st.Clauses, st.Pos.String()})
	}
	return out
}

// stepWords is one step of the dealer's procedure as a sentence.
func (s *sheet) stepWords(st *plan.Step) string {
	switch st.Kind {
	case plan.Deal:
		return fmt.Sprintf("Deal %s to each player, face %s%s.", counted(int64(st.Count), "card"), face(st.Up), parenthesized(st.Name))
	case plan.Board:
		return fmt.Sprintf("Put %s on the board%s.", counted(int64(st.Count), "card"), parenthesized(st.Name))
	case plan.Burn:
		return fmt.Sprintf("Burn %s.", counted(int64(st.Count), "card"))
	case plan.Bet:
		return s.betWords(st)
	case plan.Draw:
		return drawWords(st)
	case plan.Collect:
		return s.collectWords(st.Collect)
	}
	return "Showdown."
}

func face(up bool) string {
	if up {
		return "up"
	}
	return "down"
}

// parenthesized is a step's name in parentheses, or nothing.
func parenthesized(name string) string {
	if name == "" {
		return ""
	}
	return " (" + name + ")"
}

func (s *sheet) betWords(st *plan.Step) string {
	b := &st.Bet
	text := fmt.Sprintf("A round of betting%s, %s", parenthesized(st.Name), openerWords(b.Open))
	if s.Stakes.Structure <= betting.Spread {
		text += "; " + s.limitWords(b.Tier)
	}
	if b.NoCheck {
		text += "; no checking: who does not bet is out"
	}
	if b.SuitTie {
		text += "; equal hands are parted by suit"
	}
	return text + "."
}

func openerWords(o plan.Opener) string {
	switch o {
	case plan.LeftOfButton:
		return "first to act left of the button"
	case plan.LeftOfBlind:
		return "first to act left of the last blind"
	case plan.HighShowing:
		return "highest hand showing acts first"
	case plan.LowShowing:
		return "lowest hand showing acts first"
	case plan.BringInLow, plan.BringInHigh:
		return o.String()
	}
	return "first to act " + o.String()
}

func (s *sheet) limitWords(t plan.Tier) string {
	l := s.Stakes.Limit(t)
	if l.Lo == l.Hi {
		return "bets and raises of " + s.money(l.Lo)
	}
	return fmt.Sprintf("bets and raises from %s to %s", s.money(l.Lo), s.money(l.Hi))
}

func drawWords(st *plan.Step) string {
	text := fmt.Sprintf("Each player draws up to %s%s", counted(int64(st.Count), "card"), parenthesized(st.Name))
	if at := st.Draw.AtOnce; at > 0 && at < st.Count {
		text += fmt.Sprintf(", %d at once and the rest when everybody is served", at)
	}
	switch st.Draw.Burn {
	case plan.BurnOnce:
		text += "; one card is burned first"
	case plan.BurnEach:
		text += "; one card is burned before each player is served"
	}
	if st.Draw.Together {
		text += "; everybody discards before the first is served"
	}
	return text + "."
}

func (s *sheet) collectWords(c *plan.CollectStep) string {
	if c.From == plan.FromBlinds {
		return "The house takes the blinds."
	}
	from := "from the pot"
	if c.From == plan.FromButton {
		from = "from the player with the button"
	}
	if len(c.Rates) == 1 {
		return fmt.Sprintf("The house takes %s %s.", plan.Money(c.Rates[0].Amount, plan.Cents), from)
	}
	var rates []string
	low := s.Game.MinSeats
	for _, r := range c.Rates {
		rates = append(rates, fmt.Sprintf("%s with %s players", plan.Money(r.Amount, plan.Cents), span(low, r.Players)))
		low = r.Players + 1
	}
	return fmt.Sprintf("The house takes a fee %s: %s.", from, strings.Join(rates, ", "))
}

func span(from, to int) string {
	if from >= to {
		return fmt.Sprint(to)
	}
	return fmt.Sprintf("%d to %d", from, to)
}

func (s *sheet) betting() []rule {
	b := &s.Game.Betting
	at := s.Game.Pos.String()
	var out []rule
	add := func(holds bool, text string) {
		if holds {
			out = append(out, rule{Text: text, At: at})
		}
	}
	limit, pot := s.Stakes.Structure <= betting.Spread, s.Stakes.Structure == betting.PotLimit
	add(limit, capWords(b))
	add(pot, potWords(b))
	add(pot && b.PotMinIsBet, "The least raise is the least bet, whatever was bet before.")
	add(true, shortWords(b.ShortAllIn))
	add(b.ShortReopens, "Any raise, however short, lets those who have acted raise again.")
	add(b.PostedLevel, "After a short big blind callers match only what was posted.")
	add(b.CoverRaise, "A raise that just covers the deepest opponent is allowed below a full raise.")
	add(b.NoCheckRaise, "Who has checked may not raise in the same round.")
	return out
}

func capWords(b *betting.Rules) string {
	if b.Cap == 0 {
		return "Raises are not limited in number."
	}
	text := fmt.Sprintf("One bet and %s in a round", counted(int64(b.Cap-1), "raise"))
	if b.BlindCounts {
		text += ", the big blind counting as the bet"
	}
	switch b.CapOff {
	case betting.CapRoundStart:
		text += "; no limit to raises when the round begins between two players"
	case betting.CapNow:
		text += "; no limit to raises as soon as only two players can act"
	}
	return text + "."
}

func potWords(b *betting.Rules) string {
	switch {
	case b.PotShorthand:
		return "The most is three times the bets of this round plus the pot before it."
	case b.PotWithoutCall:
		return "The most to raise by is the pot before the raiser's call."
	}
	return "The most to raise by is the pot after the raiser's call."
}

func shortWords(p betting.ShortAllIn) string {
	switch p {
	case betting.Full:
		return "An all-in below a full raise does not reopen the betting; the next raise goes on top of it."
	case betting.ActionOnly:
		return "An all-in below a full bet or raise is action only, however large."
	}
	return "An all-in of half a bet or more counts as a bet or raise; less is action only."
}

func (s *sheet) showdown() []rule {
	st := &s.Game.Steps[len(s.Game.Steps)-1]
	if st.Show == nil {
		return nil
	}
	var out []rule
	// The clauses stand with the step itself, the last of the deal.
	add := func(text string) { out = append(out, rule{Text: text, At: st.Pos.String()}) }
	for i := range st.Show.Parts {
		add(partWords(&st.Show.Parts[i], len(st.Show.Parts) > 1))
	}
	if len(st.Show.Parts) > 1 {
		add("A part for which nobody qualifies goes to the other hand; the odd chip of the division to " + st.Show.Parts[0].Name + ".")
	}
	add(oddChipWords(st.Show.OddChip))
	return out
}

func partWords(p *plan.Part, shared bool) string {
	text := fmt.Sprintf("Best hand by %s ranking", p.Ranking.Name())
	if shared {
		text = fmt.Sprintf("%s: best hand by %s ranking", capital(p.Name), p.Ranking.Name())
	}
	if p.Exact() {
		text += fmt.Sprintf(", with exactly %d hole cards and %d of the board", p.Hole, p.Board)
	}
	if p.Ranking.Qualifies() {
		text += ", if it qualifies"
	}
	if p.BySuit {
		text += "; equal hands are parted by suit"
	}
	return text + "."
}

func oddChipWords(o pots.OddChip) string {
	switch o {
	case pots.AllNearest:
		return "Equal hands share; odd chips all go to the one nearest left of the button."
	case pots.BySuit:
		return "Equal hands share; odd chips go one each, the hand with the highest card and suit first."
	}
	return "Equal hands share; odd chips go one each, nearest left of the button first."
}

func (s *sheet) options() []rule {
	var out []rule
	for _, o := range s.Game.Options {
		text := fmt.Sprintf("%s = %s", o.Name, o.Value)
		if o.Value != o.Default {
			text += fmt.Sprintf(" (the house plays %s)", o.Default)
		}
		if o.About != "" {
			text += ": " + strings.TrimSuffix(o.About, ".")
		}
		r := rule{Text: text + ".", At: o.Pos.String()}
		if o.Ref != "" {
			r.Clauses = []string{o.Ref}
		}
		out = append(out, r)
	}
	return out
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
