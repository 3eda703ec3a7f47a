package console

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/session"
	"cardroom/engine/diag"
	"cardroom/engine/table"
)

// fault returns what is wrong with the head of a saved game, or nil. Whether a seat
// exists is checked later, with the table.
func (h *Head) fault() *diag.Error {
	in := session.HeadInputs{Game: h.Game, Stakes: h.Stakes, Stack: h.Stack, Policy: h.Policy, Set: h.Set, Seats: h.Seats, Policies: h.Policies, Options: &h.Options}
	if h.You < 0 || h.You > table.MaxSeats || h.HotSeat != (h.You == 0) {
		return &diag.Error{Way: []string{"you"}, Msg: fmt.Sprintf("you must be a seat from 1, not %d (0 with hot_seat)", h.You)}
	}
	names := map[string]int{}
	for _, seat := range slices.Sorted(maps.Keys(h.Names)) {
		name, way := h.Names[seat], []string{"names", strconv.Itoa(seat)}
		folded := strings.ToLower(name)
		switch fault := badName(name); {
		case fault != "":
			return &diag.Error{Way: way, Msg: fmt.Sprintf("%q: %s", name, fault)}
		case seat < 1 || seat > table.MaxSeats:
			return &diag.Error{Way: way, Msg: fmt.Sprintf("seat %d", seat)}
		case names[folded] != 0:
			return &diag.Error{Way: way, Msg: fmt.Sprintf("seat %d is %s too", names[folded], name)}
		}
		names[folded] = seat
	}
	return in.Fault()
}
