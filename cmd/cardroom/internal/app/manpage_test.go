package app

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// TestManPage checks that texts are escaped, and that each command's section contains all that belongs to it except hidden
// flags.
func TestManPage(t *testing.T) {
	std, _, _ := fakeStd()
	a := New(std, []*Command{{
		Command: &cli.Command{
			Name: "deal", Usage: "deal cards", ArgsUsage: "GAME", Description: ".de evil\nit's \\fBone\\fP – 5 ♠\n\n   kept -n\n   lines",
			Flags: []cli.Flag{&cli.IntFlag{Name: "hands", Usage: "deal `N` hands", Value: 7}, &cli.BoolFlag{Name: "secret", Hidden: true}},
		},
		Manual: "The manual.", Examples: []Example{{Line: "cardroom deal x --hands 2", Shows: "two hands"}},
	}})
	page := a.ManPage()
	for _, want := range []string{
		"\n.SS deal\ndeal cards\n.PP\n.EX\ncardroom deal [options] GAME\n.EE\n",
		"\n\\&.de evil\nit\\(aqs \\efBone\\efP \\[u2013] 5 \\[u2660]\n.PP\n.EX\n   kept \\-n\n   lines\n.EE\n",
		"\nThe manual.\n.PP\n.EX\n# two hands\ncardroom deal x \\-\\-hands 2\n.EE\n",
		".TP\n\\fB\\-\\-hands N\\fP\ndeal N hands (default: 7)\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	if strings.Contains(page, "secret") || strings.Contains(page, "\n.de") {
		t.Errorf("what is hidden, or a request:\n%s", page)
	}
}
