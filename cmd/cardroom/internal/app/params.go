//go:build !js

package app

import (
	"fmt"
	"strconv"
	"time"

	"cardroom/cmd/cardroom/internal/params"

	"github.com/urfave/cli/v2"
)

// Flags returns the flags of parameters.
func Flags[O any](rows []params.Row[O]) (flags []cli.Flag) {
	for _, p := range params.Params(rows) {
		if !p.Argument && !p.Common {
			flags = append(flags, flagOf(p))
		}
	}
	return flags
}

// flagOf returns the flag of a parameter.
func flagOf(p *params.Param) cli.Flag {
	switch p.Kind {
	case params.Whole:
		n, _ := strconv.ParseInt(p.Default, 10, 64)
		return &cli.Int64Flag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: n, DefaultText: p.Shown}
	case params.Unsigned:
		n, _ := strconv.ParseUint(p.Default, 10, 64)
		return &cli.Uint64Flag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: n, DefaultText: p.Shown}
	case params.Number:
		x, _ := strconv.ParseFloat(p.Default, 64)
		return &cli.Float64Flag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: x, DefaultText: p.Shown}
	case params.Truth:
		return &cli.BoolFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: p.Default == "true", DisableDefaultText: true}
	case params.Duration:
		d, _ := time.ParseDuration(p.Default)
		return &cli.DurationFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: d, DefaultText: p.Shown}
	case params.List, params.Choices:
		return &cli.StringSliceFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, DefaultText: p.Shown}
	}
	return &cli.StringFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: p.Default, DefaultText: p.Shown}
}

// Read reads the parameters of a command line into the options.
func Read[O any](c *cli.Context, rows []params.Row[O], o *O) (params.Given, error) {
	return params.Read(rows, o, func(p *params.Param) ([]string, bool, error) {
		switch {
		case p.Argument:
			return c.Args().Slice(), c.Args().Present(), nil
		case !c.IsSet(p.Name):
			return nil, false, nil
		}
		if list, ok := c.Value(p.Name).(cli.StringSlice); ok {
			return list.Value(), true, nil
		}
		return []string{fmt.Sprint(c.Value(p.Name))}, true, nil
	}, false)
}
