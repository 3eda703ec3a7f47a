package plan

// checkOthers rejects what does not work with cards that only the others see: other
// up cards, because all up cards of a hand are then seen alike, and questions about
// cards, which a player could not answer.
func (g *Game) checkOthers(s *Step) error {
	if !s.Others {
		return nil
	}
	for i := range g.Steps {
		switch st := &g.Steps[i]; {
		case st.Kind == Deal && st.Up != 0 && !st.Others:
			return fault(st.Pos, `deal(1, up = "others")`, "some up cards are seen by all and some by the others only: a game has one kind")
		case st.AsksCards():
			return fault(st.Pos, "", "%s asks players for cards, and some of theirs only the others see", st.Word())
		}
	}
	return nil
}
