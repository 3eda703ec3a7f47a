package ruletest

import (
	"strings"

	"cardroom/engine/speech"
)

// Test statements about games against a bank: "Z banks 100; P1 bets 10, P2
// passes; P1 doubles 4; hole P2 1 8c 3h Kc; worth P2 21 and 24, over".

// choices returns the words for everything that a game offers.
func (h *Hand) choices() []string {
	return speech.OfferedIn(h.plan.Game)
}

// offers reports whether a word is one of the choices, in either form: "hit",
// "hits".
func (h *Hand) offers(word string) bool {
	return h.plan.AgainstBank && speech.Names(h.choices(), h.offer(word))
}

// offer returns the imperative form of a verb: "double" for "doubles".
func (h *Hand) offer(word string) string {
	names := h.choices()
	if v := verbs[word]; v != "" {
		word = v
	}
	if said := strings.TrimSuffix(word, "s"); !speech.Names(names, word) && speech.Names(names, said) {
		return said
	}
	return word
}
