//go:build !js

package shards

import (
	"strconv"
	"time"

	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

// Flags returns the flags --out and --checkpoint.
func Flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "out", Usage: "write the exact sums to the folder `DIR`, for 'cardroom merge'; the same command resumes", Category: app.AdvancedCategory},
		&cli.StringFlag{Name: "checkpoint", Usage: "with --out, save after `N` hands or files, or after a time such as 30s", DefaultText: "1m", Category: app.AdvancedCategory},
	}
}

// ReadFlags reads the flags.
func ReadFlags(c *cli.Context) (o Out, err error) {
	o = Out{Dir: c.String("out"), Time: time.Minute}
	text := c.String("checkpoint")
	if c.IsSet("out") && o.Dir == "" {
		return o, app.Usagef("--out needs the name of a folder")
	}
	if text == "" {
		return o, nil
	}
	if o.Dir == "" {
		return o, app.Usagef("--checkpoint saves what --out writes: add --out DIR")
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
		o.Hands = n
		return o, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		o.Time = d
		return o, nil
	}
	return o, app.Usagef("--checkpoint must be a number or a time such as 30s, not %q", text)
}
