package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/testkit"
)

// TestMarksOnPaper checks that each sheet of a house ends with the mark that `rules HOUSE --mark` prints for it and with the version.
func TestMarksOnPaper(t *testing.T) {
	seen := 0
	print := func(line string) string {
		std, out, errs := partsIO()
		if std.Release = "1.2.3"; run(context.Background(), std, strings.Fields(line)) != 0 {
			t.Fatalf("%s: %s", line, errs)
		}
		return strings.TrimSpace(out.String())
	}
	for _, house := range []string{"angies", "banked", "casino", "elresbalon", "house004", "omahacash", "sanrafael"} {
		for _, line := range testkit.Sweep(strings.Split(print("rules "+house+" --mark"), "\n"), 2) {
			var mark, kind, name string
			if n, err := fmt.Sscan(line, &mark, &kind, &name); n != 3 {
				t.Fatalf("%s: %v", line, err)
			}
			command := "rules " + name
			if kind != "book" {
				command += " --for " + kind
			}
			text := print(command)
			if foot := text[strings.LastIndex(text, "\n")+1:]; !strings.HasSuffix(foot, ", mark "+mark+", cardroom 1.2.3") {
				t.Errorf("%s: the mark is %s, and the foot %q", command, mark, foot)
			}
			seen++
		}
	}
	if seen < 14 {
		t.Errorf("%d sheets looked at", seen)
	}
}
