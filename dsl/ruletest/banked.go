package ruletest

import (
	"fmt"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/speech"
)

// Test statements about games against a bank: "Z banks 100; P1 bets 10, P2
// passes; P1 doubles 4; hand P2 1 8c 3h Kc; worth P2 21 and 24, over".

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

// expectHand compares one of a seat's hands with a text.
func (h *Hand) expectHand(words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("want a seat and the number of its hand")
	}
	seat, err := h.holder(words[0])
	if err != nil {
		return err
	}
	k, err := strconv.Atoi(words[1])
	if err != nil || k < 1 || k > h.h.Hands(seat) {
		return &Failure{What: "hands of " + words[0], Got: strconv.Itoa(h.h.Hands(seat)), Want: "a hand " + words[1]}
	}
	want, err := h.plan.Game.Deck.Read(strings.Join(words[2:], " "))
	if err != nil {
		return err
	}
	got, _ := h.h.Cards(seat, k-1)
	return differ(fmt.Sprintf("hand %d of %s", k, words[0]), "["+cards.Spaced(got)+"]", "["+cards.Spaced(want)+"]")
}
