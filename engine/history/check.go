package history

import (
	"fmt"
	"strings"

	"cardroom/engine/diag"
)

// checkVariant compares the fields with the variant: a game of PHH must have exactly the fields of its code; other games may have any.
func (s *scanner) checkVariant() *diag.Error {
	h := s.h
	var have fieldSet
	for _, f := range h.order {
		if f < numFields {
			have |= 1 << f
		}
	}
	if !have.has(FieldVariant) {
		return s.missing(always&^have, "")
	}
	need, isPHH := variantOf(h.Variant)
	if missing := (always | need) &^ have; missing != 0 {
		return s.missing(missing, h.Variant)
	}
	if !isPHH {
		if isOtherVariant(h.Variant) {
			return nil
		}
		codes := make([]string, len(variants))
		for i := range variants {
			codes[i] = variants[i].code
		}
		hint := diag.DidYouMean(h.Variant, codes)
		if hint == "" {
			hint = "PHH has " + strings.Join(codes, ", ") + "; other games are X-… or house/game"
		}
		return s.tolerate(int(h.at[FieldVariant]), codeVariant, fmt.Sprintf("no variant is called %s", quote(h.Variant)), hint)
	}
	extra := have & gameOnly &^ need
	for f := range numFields {
		if !extra.has(f) {
			continue
		}
		if err := s.tolerate(int(h.at[f]), codeForbidden, fmt.Sprintf("%s has no %s", h.Variant, f), ""); err != nil {
			return err
		}
	}
	return nil
}

// isOtherVariant reports whether a variant that PHH does not list looks like a private code, a game's id or a script.
func isOtherVariant(v string) bool {
	if rest, ok := strings.CutPrefix(v, "X-"); ok {
		return rest != ""
	}
	house, game, ok := strings.Cut(v, "/")
	return ok && house != "" && game != "" && strings.ToUpper(v) != v || strings.Contains(v, ".star")
}

// missing returns an error that names the missing fields.
func (s *scanner) missing(which fieldSet, variant string) *diag.Error {
	names := which.names()
	hint := ""
	for i := range s.h.Extra {
		if name := s.h.Extra[i].Key; diag.Nearest(name, names) != "" {
			hint = fmt.Sprintf("line %d has %s: did you mean %s?", s.h.Position(s.h.Extra[i].Pos).Line, name, diag.Nearest(name, names))
		}
	}
	if need, ok := variantOf(variant); ok && hint == "" {
		hint = fmt.Sprintf("%s needs %s", variant, list((always | need).names()))
	}
	is := "is"
	if len(names) > 1 {
		is = "are"
	}
	return s.fail(0, codeMissing, fmt.Sprintf("%s %s missing", list(names), is), hint)
}

func (s fieldSet) names() (out []string) {
	for f := range numFields {
		if s.has(f) {
			out = append(out, f.String())
		}
	}
	return out
}

// list joins names: a, b and c.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	n := len(names) - 1
	return strings.Join(names[:n], ", ") + " and " + names[n]
}

// checkLengths checks that every array with an entry per player has the right length.
func (s *scanner) checkLengths() *diag.Error {
	h := s.h
	n := h.N()
	if n < 2 || n > MaxPlayers {
		return s.fail(int(h.at[FieldStarting]), CodePlayers, fmt.Sprintf("a hand of %s", count(n, "player")), fmt.Sprintf("2 to %d can play", MaxPlayers))
	}
	for _, a := range [...]struct {
		f   Field
		len int
	}{
		{FieldAntes, len(h.Antes)},
		{FieldBlinds, len(h.Blinds)},
		{FieldFinishing, len(h.Finishing)},
		{FieldWinnings, len(h.Winnings)},
		{FieldSeats, len(h.Seats)},
		{FieldPlayers, len(h.Players)},
		{FieldTimeBanks, len(h.TimeBanks)},
	} {
		if h.at[a.f] != 0 && a.len != n {
			return s.fail(int(h.at[a.f]), codeLength, fmt.Sprintf("%s has %s for %d players", a.f, count(a.len, "entry"), n), "every array has one entry for each entry of starting_stacks")
		}
	}
	return nil
}

// count returns a number with its noun, such as "2 players".
func count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return fmt.Sprintf("%d %sies", n, noun[:len(noun)-1])
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// checkActions checks that every player of the actions is in the hand, and that a game of PHH does not use verbs of the superset.
func (s *scanner) checkActions() *diag.Error {
	if n := s.h.N(); s.lastPlayer > n {
		return s.fail(s.lastPlayerAt, codePlayer, fmt.Sprintf("there is no player p%d in a hand of %d", s.lastPlayer, n), "")
	}
	if s.ownVerbAt == 0 || !Standard(s.h.Variant) {
		return nil
	}
	return s.tolerate(s.ownVerbAt, codeVerb, fmt.Sprintf("%s is not a verb of %s", s.ownVerb, s.h.Variant), "it is for games outside PHH")
}

// checkBringIn checks that the bring-in is below the small bet.
func (s *scanner) checkBringIn() *diag.Error {
	h := s.h
	if h.BringIn == 0 || h.SmallBet == 0 || h.BringIn < h.SmallBet || !Standard(h.Variant) {
		return nil
	}
	return s.tolerate(int(h.at[FieldBringIn]), codeRange, fmt.Sprintf("a bring-in of %s is not below the small bet of %s", FormatAmount(h.BringIn, h.Scale), FormatAmount(h.SmallBet, h.Scale)), "")
}
