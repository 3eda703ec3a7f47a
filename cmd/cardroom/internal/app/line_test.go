package app

import (
	"slices"
	"testing"

	"github.com/urfave/cli/v2"
)

// TestFlagValues checks the values of flags: the last one counts, under each name of the flag, and a list keeps its words
// unsplit.
func TestFlagValues(t *testing.T) {
	for _, tt := range []struct {
		words []string
		hands int
		cold  bool
		set   []string
		args  []string
	}{
		{[]string{"g"}, 10, false, nil, []string{"g"}},
		{[]string{"--hands", "5", "g", "--hands=6"}, 6, false, nil, []string{"g"}},
		{[]string{"-n", "5", "--hands", "7"}, 7, false, nil, nil},
		{[]string{"--hands", "7", "-n", "5"}, 5, false, nil, nil},
		{[]string{"--cold", "-c=false"}, 10, false, nil, nil},
		{[]string{"-c", "--", "--cold=false"}, 10, true, nil, []string{"--cold=false"}},
		{[]string{"--set", "fee=22,15,8", "g", "--set", " b=2 "}, 10, false, []string{"fee=22,15,8", "b=2"}, []string{"g"}},
		{[]string{"--set", "", "--set", "a=\u2028<&>"}, 10, false, []string{"", "a=\u2028<&>"}, nil},
		{[]string{"--set", "a=\xff"}, 10, false, []string{"a=\xff"}, nil},
		{[]string{"set"}, 10, false, nil, []string{"set"}},
	} {
		std, _, _ := fakeStd()
		ran := false
		cmd := &Command{
			Command: &cli.Command{Name: "c", Flags: []cli.Flag{
				&cli.IntFlag{Name: "hands", Aliases: []string{"n"}, Value: 10}, &cli.BoolFlag{Name: "cold", Aliases: []string{"c"}}, &cli.StringSliceFlag{Name: "set"},
			}},
			Do: func(c *cli.Context, _ *IO, _ string) error {
				ran = true
				if c.Int("hands") != tt.hands || c.Bool("cold") != tt.cold || !slices.Equal(c.StringSlice("set"), tt.set) || !slices.Equal(c.Args().Slice(), tt.args) {
					t.Errorf("%q: %d hands, cold %v, set %q, arguments %q", tt.words, c.Int("hands"), c.Bool("cold"), c.StringSlice("set"), c.Args().Slice())
				}
				if c.IsSet("set") != (tt.set != nil) {
					t.Errorf("%q: set is given: %v", tt.words, c.IsSet("set"))
				}
				return nil
			},
		}
		if err := New(std, []*Command{cmd}).Execute(t.Context(), std, append([]string{"c"}, tt.words...)); err != nil || !ran {
			t.Errorf("%q: %v", tt.words, err)
		}
	}
}
