package scribe

import (
	"slices"
	"strconv"

	"cardroom/engine/history"
)

// The second stage: who was dealt in, and in which order.

// sit determines who was dealt in, and in which order.
func (s *Scribe) sit() error {
	s.fromOne()
	s.asListed()
	s.order = s.order[:0]
	for i := range s.n {
		if s.seats[i].in {
			s.order = append(s.order, int8(i))
		}
	}
	if len(s.order) < 2 {
		return s.h.ErrorAt(0, history.CodeBroken, "the hand has fewer than two players", "is the hand cut off, or was it cancelled?")
	}
	for i := range s.n {
		if p := &s.seats[i]; !p.in && !p.away {
			s.h.Infer(p.at, p.name+" never acts and is taken to sit out")
		}
	}
	slices.SortStableFunc(s.order, func(a, b int8) int { return int(s.seats[a].number - s.seats[b].number) })
	if s.button > 0 {
		first := 0
		for first < len(s.order) && s.seats[s.order[first]].number <= s.button {
			first++
		}
		rotate(s.order, first%len(s.order))
	}
	s.placeJoined()
	switch {
	case s.smallSeat >= 0 && s.bigSeat >= 0:
		s.byBlinds()
	case s.button <= 0 && s.bigSeat >= 0: // neither button nor small blind
		rotate(s.order, slices.Index(s.order, int8(s.bigSeat)))
	}
	s.anteBlind()
	for k, i := range s.order {
		s.seats[i].player = int8(k)
	}
	return nil
}

// fromOne renumbers the seats from 1 if the file numbers them from 0.
func (s *Scribe) fromOne() {
	told := s.seats[:s.n]
	if !slices.ContainsFunc(told, func(p seat) bool { return p.number == 0 && !p.joined }) {
		return
	}
	for i := range told {
		if p := &told[i]; !p.joined {
			p.number++
		}
	}
	if s.button >= 0 {
		s.button++
	}
}

// asListed numbers the seats in the order of the list.
func (s *Scribe) asListed() {
	if !s.listed {
		return
	}
	button := s.numbered(s.button)
	for i := range s.n {
		s.seats[i].number = int64(i + 1)
	}
	if button >= 0 {
		s.button = int64(button + 1)
	}
}

// placeJoined places players without a seat number behind the player who acts before them.
func (s *Scribe) placeJoined() {
	for i := range s.n {
		p := &s.seats[i]
		if !p.joined || p.number != 0 || !p.in {
			continue
		}
		before := s.actsBefore(i)
		s.order = slices.DeleteFunc(s.order, func(k int8) bool { return int(k) == i })
		at := slices.Index(s.order, int8(before)) + 1
		s.order = slices.Insert(s.order, at, int8(i))
		number := s.seats[max(before, 0)].number
		for s.numbered(number) >= 0 {
			number++
		}
		p.number = number
		s.h.Infer(p.at, p.name+" has come in during the hand: the stack is not known, and the seat is taken to be number "+strconv.FormatInt(p.number, 10))
	}
}

// actsBefore returns the seat that acts, or posts, before another in the first round.
func (s *Scribe) actsBefore(seat int) int {
	before := s.bigSeat
	if before == seat || before < 0 {
		before = s.smallSeat
	}
	for k := range s.events {
		e := &s.events[k]
		if e.kind > evBringIn || int(e.seat) == seat {
			break
		}
		before = int(e.seat)
	}
	return before
}

// anteBlind finds a big blind who was all in with the ante: then nobody posts one, but it must be
// called in full.
func (s *Scribe) anteBlind() {
	if s.bigSeat >= 0 || s.game.Kind == Stud || s.headerBlind() == 0 || s.antes == 0 {
		return
	}
	at := 1
	if s.smallSeat >= 0 {
		at = slices.Index(s.order, int8(s.smallSeat)) + 1
	} else if len(s.order) == 2 {
		at = 0
	}
	i := int(s.order[at%len(s.order)])
	if p := &s.seats[i]; p.ante > 0 && p.ante == p.stack {
		s.bigSeat = i
	}
}

// byBlinds corrects the order if the blinds contradict the button, because the file's button is
// then out of date.
func (s *Scribe) byBlinds() {
	n := len(s.order)
	at := slices.Index(s.order, int8(s.smallSeat))
	switch {
	case n == 2 && at == 0: // the button posts the small blind
		rotate(s.order, 1)
	case n > 2 && (s.button <= 0 || at == n-1 && int(s.order[0]) == s.bigSeat):
		rotate(s.order, at)
	default:
		return
	}
	if s.button > 0 {
		s.h.Infer(0, "the button is taken to be where the blinds say")
	}
}

func rotate(list []int8, by int) {
	slices.Reverse(list[:by])
	slices.Reverse(list[by:])
	slices.Reverse(list)
}
