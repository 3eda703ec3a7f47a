package console_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/engine/files"
	"cardroom/engine/plan"
)

// TestSetParts checks that merged parts of a game in which players set two hands are printed as best play with its error.
func TestSetParts(t *testing.T) {
	job, err := json.Marshal(map[string]any{
		"game": "banked/paigow", "scripts": "", "options": map[string]string{}, "stakes": plan.Stakes{}, "max_steps": 0, "house_banks": true, "wager": "bet", "hands": 12_500,
		"policy": "", "policies": map[string]string{}, "rounds": 0, "seats": 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	part := func(shard int64, units string) *files.Part {
		r := files.ShardOf(shard, 2, 2)
		return &files.Part{Name: fmt.Sprint(shard), Kind: solving.PartKind, Job: job, Total: 2, Shard: shard, Shards: 2, Hands: []files.Range{r}, Sums: json.RawMessage(`{"units":[` + units + `]}`)}
	}
	const one, two = `{"number":1,"result":{"edge":0.02,"gain":0.01}}`, `{"number":2,"result":{"edge":0.04,"gain":0.01}}`
	whole, err := solving.Joined([]*files.Part{part(2, two), part(1, one)})
	if err != nil {
		t.Fatal(err)
	}
	std, stdout, _ := fake.IO(nil)
	if err := solving.PrintPart(std, "json", whole); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"game": "banked/paigow"`, `"house_edge":0.02,`, `"hands":25000,"error":0.01,"house_way":0.03,"house_way_error":0.01`, `"seconds": 0`} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%s is missing in\n%s", want, stdout)
		}
	}
	for _, bad := range []string{strings.Replace(two, "0.04", "40", 1), strings.Replace(two, "gain", "again", 1), one, ""} {
		whole, err := solving.Joined([]*files.Part{part(1, one), part(2, bad)})
		if err == nil {
			err = solving.PrintPart(std, "json", whole)
		}
		if err == nil {
			t.Errorf("%q passes", bad)
		}
	}
}
