package hand

import (
	"cardroom/engine/cards"
)

// Removing boards and cards of boards during a hand.

// takeBoard removes the board with the lowest last card; the lower suit breaks
// ties. A card that also lies on another board stays there.
func (h *Hand) takeBoard() {
	lowest, taken := cards.Unknown, -1
	for b := range h.plan.Game.Boards {
		last := cards.Unknown
		for k, c := range h.Board() {
			if h.boardOn[k]>>b&1 != 0 {
				last = c
			}
		}
		if last.Natural() && (taken < 0 || lower(last, lowest)) {
			lowest, taken = last, b
		}
	}
	if taken < 0 {
		return
	}
	if h.log != nil {
		h.emit(Event{Kind: BoardTaken, Seat: -1, Pot: int8(taken)}.WithCards(h.BoardOf(nil, taken)))
	}
	for k := 0; k < int(h.onBoard); {
		if h.boardOn[k] &^= 1 << taken; h.boardOn[k] != 0 {
			k++
			continue
		}
		c := h.board[k]
		h.offBoard(k)
		h.discarded(-1, []cards.Card{c}, cards.SetOf(c))
	}
}

// lower reports whether a card is lower than another, by rank and then by suit.
func lower(a, b cards.Card) bool {
	if a.Rank() != b.Rank() {
		return a.Rank() < b.Rank()
	}
	return a.Suit() < b.Suit()
}

// replaceOnBoard replaces the board cards that a seat has named.
func (h *Hand) replaceOnBoard(seat int, which uint64, named []cards.Card) error {
	if which == 0 {
		h.emitChips(StoodPat, seat, 0, 0)
		return nil
	}
	h.emitSeen(Discarded, seat, named, cards.SetOf(named...))
	for k := range int(h.onBoard) {
		if which>>k&1 == 0 {
			continue
		}
		ok, err := h.cardFor(-1)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		h.discarded(-1, h.board[k:k+1], cards.SetOf(h.board[k]))
		h.board[k] = h.stock.next()
		h.emitCards(Boarded, -1, h.board[k:k+1])
	}
	return nil
}

// onBoardAt returns the index of a board card that is not yet taken, -1 if there is
// none.
func (h *Hand) onBoardAt(c cards.Card, taken uint64) int {
	for k, on := range h.Board() {
		if on == c && taken>>k&1 == 0 {
			return k
		}
	}
	return -1
}
