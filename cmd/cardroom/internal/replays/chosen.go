package replays

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/engine/history"
)

// chosen finds the hand of --hand: by the number in its record or, if no hand has that number, by its position in its file. It
// is safe for concurrent use.
type chosen struct {
	id    string
	place int64 // position in the file, 0 if id is no such number

	mu    sync.Mutex
	seen  int64
	named string // the number of any hand, as an example for errors; "" if no record has one

	byNumber, byPlace []*handRow
}

func choose(id string) *chosen {
	if id == "" {
		return nil
	}
	c := &chosen{id: id}
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && n > 0 {
		c.place = n
	}
	return c
}

// wants reports whether a hand may be the one. unread means that the hand cannot be read and only its position is known.
func (c *chosen) wants(rec *history.Hand, unread bool) (numbered, ok bool) {
	if c == nil {
		return false, true
	}
	id := ""
	if !unread {
		id = rec.HandID.String()
	}
	c.mu.Lock()
	c.seen++
	if c.named == "" {
		c.named = id
	}
	c.mu.Unlock()
	return id == c.id, id == c.id || int64(rec.Number) == c.place
}

// found returns the matching hands: several if the number occurs in several files.
func (c *chosen) found(paths []string) ([]*handRow, error) {
	switch {
	case len(c.byNumber) > 0:
		return c.byNumber, nil
	case len(c.byPlace) > 0:
		return c.byPlace, nil
	}
	return nil, &absent{c, strings.Join(paths, ", ")}
}

// absent is the error if no hand matches.
type absent struct {
	*chosen
	in string
}

func (a *absent) Error() string {
	return fmt.Sprintf("--hand %s: none of %s in %s has this number", a.id, figures.Counted(a.seen, "hand"), a.in)
}

// Hint suggests which number to use.
func (a *absent) Hint() string {
	if a.named != "" {
		return fmt.Sprintf("use the number that the site gave the hand, such as %s, or its place in the file, from 1", a.named)
	}
	return "these hands have no numbers of their own: use the place of the hand in the file, from 1"
}
