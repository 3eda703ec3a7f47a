package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// capital returns a text with its first letter capitalized.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Capital returns a text with its first letter capitalized.
func Capital(s string) string { return capital(s) }

// lower returns a sentence for use inside another.
func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// list joins words: "a, b and c".
func list(words []string, and string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, ", ") }) {
		return strings.Join(words[:len(words)-1], "; ") + "; " + and + " " + words[len(words)-1]
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + and + " " + words[len(words)-1]
}

// nameOf returns a step's name in parentheses, or "". Players need the name only where it tells deals, boards or rounds of betting
// apart.
func (w *writer) nameOf(st *plan.Step) string {
	other := func(o *plan.Step) bool { return o.Kind == st.Kind && o.Name != "" && o.Name != st.Name }
	if st.Name == "" || w.brief && (w.banked() || !w.has(other)) {
		return ""
	}
	for i := 1; i < len(w.game.Steps) && !w.whole; i++ { // a street that is dealt in two steps
		if o := &w.game.Steps[i-1]; &w.game.Steps[i] == st && o.Kind == st.Kind && o.Name == st.Name {
			return ""
		}
	}
	return " (" + st.Name + ")"
}

// called returns a step's name after a colon, or "".
func called(st *plan.Step) string {
	switch {
	case st.Name == "":
		return ""
	case strings.HasPrefix(st.Name, "the "):
		return ": " + st.Name
	}
	return ": the " + st.Name
}

// either returns the first position, or the second if the first is empty.
func either(a, b diag.Pos) diag.Pos {
	if a.File == "" {
		return b
	}
	return a
}

// sentences joins the non-empty sentences.
func sentences(all ...string) string {
	var out []string
	for _, s := range all {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

// sentence returns a text with a capital letter and final punctuation.
func sentence(s string) string {
	s = capital(strings.Join(strings.Fields(s), " "))
	if s != "" && !strings.ContainsAny(s[len(s)-1:], ".:!?") {
		s += "."
	}
	return s
}

// deckWords returns a deck in the words of players: "36 cards, 6 to ace".
func deckWords(d cards.Deck) string {
	text := d.String()
	if d.Lowest == cards.Two {
		return text
	}
	return strings.Replace(text, fmt.Sprintf(", %c to A", d.Lowest.Char()), ", "+face(d.Lowest)+" to ace", 1)
}

// grouped returns an amount with commas between thousands: "$10,000", "1,500 chips".
func grouped(amount string) string {
	from := strings.IndexAny(amount, "0123456789")
	if from < 0 {
		return amount
	}
	n := 0
	for from+n < len(amount) && amount[from+n] >= '0' && amount[from+n] <= '9' {
		n++
	}
	for at := n - 3; at > 0; at -= 3 {
		amount = amount[:from+at] + "," + amount[from+at:]
	}
	return amount
}

// named matches the amounts of a name of stakes that are chips to post or to bet with.
var named = regexp.MustCompile(`(blinds|ante|bring-in|chips of) [0-9./]+`)

// stakesName returns the spoken name of stakes: "pot limit 1-2" for "pl 1-2", "1-2 with blinds $0.50/$1" for "1-2 blinds .5/1".
func stakesName(name string, money plan.Currency) string {
	head, rest, _ := strings.Cut(name, " ")
	switch head {
	case "pl":
		head = "pot limit"
	case "nl":
		head = "no limit"
	case "bets":
		head = "bets of"
	}
	text := strings.TrimSpace(head + " " + rest)
	for _, word := range []string{"blinds", "ante", "bring-in"} {
		with := " with "
		if strings.Contains(text, with) {
			with = " and "
		}
		text = strings.Replace(text, " "+word+" ", with+word+" ", 1)
	}
	text = strings.NewReplacer(" .", " 0.", "/.", "/0.").Replace(text)
	text = plan.Written(strings.Replace(text, " chip ", " with chips of ", 1))
	if money == plan.Chips {
		return text
	}
	return named.ReplaceAllStringFunc(text, func(s string) string {
		at := strings.LastIndexByte(s, ' ') + 1
		return s[:at] + string(money) + strings.ReplaceAll(s[at:], "/", "/"+string(money))
	})
}

// stakesNames returns names of stakes for a list; consecutive stakes with the same kind of limit name the kind once.
func stakesNames(names []string, money plan.Currency) []string {
	var out []string
	before := ""
	for _, n := range names {
		name := stakesName(n, money)
		at := strings.IndexAny(name, "0123456789.")
		kind := name[:max(0, at)]
		if kind != "" && kind == before {
			name = name[at:]
		}
		out, before = append(out, name), kind
	}
	return out
}
