package scribe

import (
	"slices"
	"strconv"

	"cardroom/engine/betting"
	"cardroom/engine/history"
)

// circle is the second stage: who was dealt in, and in which order.
type circle struct {
	told   *Scribe
	seats  []int8            // in dealing order
	player [betting.Max]int8 // places of the seats in that order
	number [betting.Max]int64
	button int64
	big    int // the seat of the big blind, noSeat for none
}

// sit determines who was dealt in, and in which order.
func (s *Scribe) sit() (*circle, error) {
	c := &s.memory.circle
	*c = circle{told: s, seats: c.seats[:0], button: s.Button, big: s.bigSeat}
	c.renumber()
	for i := range s.n {
		if s.seats[i].in {
			c.seats = append(c.seats, int8(i))
		}
	}
	if len(c.seats) < 2 {
		return c, s.Fail(0, history.CodeBroken, "the hand has fewer than two players", "is the hand cut off, or was it cancelled?")
	}
	for i := range s.n {
		if p := &s.seats[i]; !p.in && !p.away {
			s.h.Infer(p.at, p.name+" never acts and is taken to sit out")
		}
	}
	slices.SortStableFunc(c.seats, func(a, b int8) int { return int(c.number[a] - c.number[b]) })
	if c.button > 0 {
		first := slices.IndexFunc(c.seats, func(i int8) bool { return c.number[i] > c.button })
		rotate(c.seats, max(first, 0))
	}
	c.placeJoined()
	switch {
	case s.smallSeat >= 0 && s.bigSeat >= 0:
		c.byBlinds()
	case c.button <= 0 && s.bigSeat >= 0: // neither button nor small blind
		rotate(c.seats, c.index(s.bigSeat))
	}
	c.anteBlind()
	for k, i := range c.seats {
		c.player[i] = int8(k)
	}
	return c, nil
}

// index returns the place of a seat in the order, -1 for none.
func (c *circle) index(seat int) int { return slices.Index(c.seats, int8(seat)) }

// renumber numbers the seats in the order of the list if the numbers of the file are not theirs, and from 1 if the file numbers them from 0.
func (c *circle) renumber() {
	told := c.told.seats[:c.told.n]
	for i := range told {
		c.number[i] = told[i].number
	}
	if slices.ContainsFunc(told, func(p seat) bool { return p.number == 0 && !p.joined }) {
		for i := range told {
			if !told[i].joined {
				c.number[i]++
			}
		}
		if c.button >= 0 {
			c.button++
		}
	}
	if !c.told.Listed {
		return
	}
	if button := c.numbered(c.button); button >= 0 {
		c.button = int64(button + 1)
	}
	for i := range told {
		c.number[i] = int64(i + 1)
	}
}

// numbered returns the seat with a number, -1 for none.
func (c *circle) numbered(number int64) int { return slices.Index(c.number[:c.told.n], number) }

// placeJoined places players without a seat number behind the player who acts before them.
func (c *circle) placeJoined() {
	for i := range c.told.n {
		p := &c.told.seats[i]
		if !p.joined || c.number[i] != 0 || !p.in {
			continue
		}
		// the seat that acts, or posts, before this one in the first round
		before := c.told.bigSeat
		if before == i || before < 0 {
			before = c.told.smallSeat
		}
		for k := range c.told.events {
			e := &c.told.events[k]
			if !e.kind.acts() || int(e.seat) == i {
				break
			}
			before = int(e.seat)
		}
		c.seats = slices.DeleteFunc(c.seats, func(k int8) bool { return int(k) == i })
		c.seats = slices.Insert(c.seats, c.index(before)+1, int8(i))
		number := c.number[max(before, 0)]
		for c.numbered(number) >= 0 {
			number++
		}
		c.number[i] = number
		c.told.h.Infer(p.at, p.name+" has come in during the hand: the stack is not known, and the seat is taken to be number "+strconv.FormatInt(number, 10))
	}
}

// anteBlind finds a big blind who was all in with the ante: then nobody posts one, but it must be called in full.
func (c *circle) anteBlind() {
	s := c.told
	if s.bigSeat >= 0 || s.Game.Kind == Stud || s.headerBlind() == 0 || s.antes == 0 {
		return
	}
	at := 1
	if s.smallSeat >= 0 {
		at = c.index(s.smallSeat) + 1
	} else if len(c.seats) == 2 {
		at = 0
	}
	i := int(c.seats[at%len(c.seats)])
	if p := &s.seats[i]; p.ante > 0 && p.ante == p.stack {
		c.big = i
	}
}

// fullBlind returns the full big blind.
func (c *circle) fullBlind() int64 {
	s, posted, header := c.told, int64(0), c.told.headerBlind()
	if c.big >= 0 {
		p := &s.seats[c.big]
		if posted = p.blind; p.put < p.stack || header > 0 && posted > header {
			return posted
		}
	}
	if s.smallSeat >= 0 && header == 0 {
		return max(posted, 2*s.seats[s.smallSeat].blind)
	}
	return max(posted, header)
}

// byBlinds corrects the order if the blinds contradict the button, because the file's button is then out of date.
func (c *circle) byBlinds() {
	n, at := len(c.seats), c.index(c.told.smallSeat)
	switch {
	case n == 2 && at == 0: // the button posts the small blind
		rotate(c.seats, 1)
	case n > 2 && (c.button <= 0 || at == n-1 && int(c.seats[0]) == c.told.bigSeat):
		rotate(c.seats, at)
	default:
		return
	}
	if c.button > 0 {
		c.told.h.Infer(0, "the button is taken to be where the blinds say")
	}
}

func rotate(list []int8, by int) {
	slices.Reverse(list[:by])
	slices.Reverse(list[by:])
	slices.Reverse(list)
}
