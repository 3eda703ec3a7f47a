package odds_test

import (
	"fmt"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/rank"
)

// If two hole cards play with three of the board, boards of any size give the same result as
// dealing.
func TestSmallBoardsWithExactHoles(t *testing.T) {
	for _, tt := range []struct {
		board  string
		toCome int
		hands  [2]string
	}{
		{"2c7d9h", 1, [2]string{"AsKsQdJd", "7s7c2s3s"}},
		{"2c7d", 1, [2]string{"AsKsQdJd", "7s7c2s3s"}},
		{"2c7d9h", 2, [2]string{"AsKsQdJd", "7s7c2s3s"}},
		{"2s7s9s", 1, [2]string{"AsKs", "7c7h"}},
		{"2s7s9s8h", 1, [2]string{"AsKsQdJd8c", "7c7h8d2d2h"}},
	} {
		q := &odds.Question{Show: two(2, 3, rank.High, rank.EightOrBetter), Board: cards.MustParse(tt.board), ToBoard: tt.toCome}
		for _, h := range tt.hands {
			q.Hands = append(q.Hands, odds.Hand{Cards: cards.MustParse(h)})
		}
		sameAnswer(t, fmt.Sprintf("%+v", tt), compute(t, q, odds.Effort{Exact: true}), q)
	}
}
