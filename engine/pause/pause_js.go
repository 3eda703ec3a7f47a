package pause

import (
	"context"
	"time"
)

const every = 100 * time.Millisecond

var last time.Time

func Err(ctx context.Context) error {
	if now := time.Now(); now.Sub(last) >= every {
		time.Sleep(time.Millisecond)
		last = time.Now()
	}
	return ctx.Err()
}
