package hand

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// withCards are the fields of a hand that have cards, or tell them, and how a seat's view of it hides those that the seat has not seen.
// Exchanged exchanges cards in each, so that TestNoLeak would see a leak.
var withCards = map[string]string{
	"hole":    "Observe lists the cards in the hands, and as puts that list in its place",
	"board":   "everybody sees it",
	"seen":    "as empties it",
	"tossed":  "as empties those of others",
	"turned":  "everybody has seen them",
	"allUp":   "everybody has seen them",
	"knows":   "as empties those of others",
	"where":   "as empties those of others",
	"stock":   "as makes its order unknown, and empties the rest that decides it",
	"bank":    "as hides the hands in it like those of others",
	"sole":    "as takes it away",
	"spare":   "as takes it away",
	"opened":  "as takes it away",
	"floor":   "as takes it away",
	"chosen":  "Observe lists a seat's own, and as empties the others",
	"dec":     "as puts the question that the seat sees in its place",
	"offered": "it is part of the question",
}

// TestFieldsWithCards checks that every field of a hand in which cards can stand is in the list: a new one has to be hidden in Hand.as, where
// a hand is copied with all its fields, and exchanged in Exchanged.
func TestFieldsWithCards(t *testing.T) {
	var has func(typ reflect.Type, within []reflect.Type) bool
	has = func(typ reflect.Type, within []reflect.Type) bool {
		if typ == reflect.TypeFor[cards.Card]() || typ == reflect.TypeFor[cards.Set]() {
			return true
		}
		if slices.Contains(within, typ) || typ == reflect.TypeFor[plan.AtStakes]() || typ == reflect.TypeFor[Log]() {
			return false // of the game, or of the caller
		}
		switch within = append(within, typ); typ.Kind() {
		case reflect.Array, reflect.Slice, reflect.Pointer:
			return has(typ.Elem(), within)
		case reflect.Struct:
			for i := range typ.NumField() {
				if has(typ.Field(i).Type, within) {
					return true
				}
			}
		}
		return false
	}
	typ := reflect.TypeFor[Hand]()
	var found []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		if has(f.Type, nil) {
			found = append(found, f.Name)
			if withCards[f.Name] == "" {
				t.Errorf("Hand.%s can have cards: hide them in Hand.as, exchange them in Exchanged, and say here how", f.Name)
			}
		}
	}
	for name, how := range withCards {
		if _, ok := typ.FieldByName(name); !ok {
			t.Errorf("there is no field %s any more (%s)", name, how)
		}
	}
	if len(found) < 9 {
		t.Errorf("only %s have cards", strings.Join(found, ", "))
	}
}

// TestModesAreAskedOnce checks that a hand for a pot meets neither a ruling nor a bank: only these files name the field of one.
func TestModesAreAskedOnce(t *testing.T) {
	may := map[string][]string{
		"floor": {"attend.go", "incident.go", "ruling.go", "zones.go"},
		"bank":  {"attend.go", "banked.go", "seen.go"},
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for field, listed := range may {
		named := regexp.MustCompile(`\bh\.` + field + `\b`)
		var found []string
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") && named.Match(text) {
				found = append(found, file)
			}
		}
		if !slices.Equal(found, listed) {
			t.Errorf("h.%s is named in %v, not in %v: ask a question in words of a hand, see attend.go and banked.go", field, found, listed)
		}
	}
}
