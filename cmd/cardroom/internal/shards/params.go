package shards

import (
	"strconv"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
)

// Rows returns the rows of where a shard is saved.
func Rows[O any](at func(*O) *Out) []params.Row[O] {
	return params.Refuse("messages write no files", params.Group(at, []params.Row[Out]{
		params.Into(params.Text, params.Param{
			Name: "out", Doc: "write the exact sums to the folder `DIR`, for 'cardroom merge'; the same command resumes", Section: app.AdvancedCategory, Tables: true,
		}, func(o *Out, v []string) error {
			if o.Dir = v[0]; o.Dir == "" {
				return params.Errorf("--out needs the name of a folder")
			}
			return nil
		}),
		params.Into(params.Text, params.Param{
			Name: "checkpoint", Doc: "with --out, save after `N` hands or files, or after a time such as 30s", Shown: "1m", Section: app.AdvancedCategory, Needs: []string{"out DIR"}, Tables: true,
		}, func(o *Out, v []string) error {
			n, notNumber := strconv.ParseInt(v[0], 10, 64)
			d, notTime := time.ParseDuration(v[0])
			switch {
			case notNumber == nil && n > 0:
				o.Hands = n
			case notTime == nil && d > 0:
				o.Time = d
			default:
				return params.Errorf("--checkpoint must be a number or a time such as 30s, not %q", v[0])
			}
			return nil
		}),
	})...)
}
