package shards

import (
	"strconv"
	"time"

	"cardroom/cmd/cardroom/internal/params"
)

// Rows returns the rows of where a shard is saved.
func Rows[O any](at func(*O) *Out) []params.Row[O] {
	return params.Group(at, []params.Row[Out]{
		{Param: &params.Param{
			Name: "out", Refused: noFiles, Doc: "write the exact sums to the folder `DIR`, for 'cardroom merge'; the same command resumes", Section: params.Advanced, Tables: true,
		}, At: func(o *Out) any {
			return params.TextSetter(func(dir string) error {
				if o.Dir = dir; dir == "" {
					return params.Errorf("--out needs the name of a folder")
				}
				return nil
			})
		}},
		{Param: &params.Param{
			Name: "checkpoint", Refused: noFiles, Doc: "with --out, save after `N` hands or files, or after a time such as 30s", Shown: "1m", Section: params.Advanced, Needs: []string{"out DIR"}, Tables: true,
		}, At: func(o *Out) any {
			return params.TextSetter(func(text string) error {
				n, notNumber := strconv.ParseInt(text, 10, 64)
				d, notTime := time.ParseDuration(text)
				switch {
				case notNumber == nil && n > 0:
					o.Hands = n
				case notTime == nil && d > 0:
					o.Time = d
				default:
					return params.Errorf("--checkpoint must be a number or a time such as 30s, not %q", text)
				}
				return nil
			})
		}},
	})
}

const noFiles = "messages write no files"
