package history

import (
	"strconv"
	"time"

	"cardroom/engine/diag"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Field is a field of PHH.
type Field uint8

// The fields of PHH, in the order in which they are written.
const (
	FieldVariant Field = iota
	FieldAnteTrimming
	FieldAntes
	FieldBlinds
	FieldBringIn
	FieldSmallBet
	FieldBigBet
	FieldMinBet
	FieldStarting
	FieldActions
	FieldAuthor
	FieldEvent
	FieldURL
	FieldVenue
	FieldAddress
	FieldCity
	FieldRegion
	FieldPostalCode
	FieldCountry
	FieldTime
	FieldTimeZone
	FieldTimeZoneAbbr
	FieldDay
	FieldMonth
	FieldYear
	FieldHand
	FieldLevel
	FieldSeats
	FieldSeatCount
	FieldTable
	FieldPlayers
	FieldFinishing
	FieldWinnings
	FieldCurrency
	FieldCurrencySymbol
	FieldTimeLimit
	FieldTimeBanks
	numFields

	// fieldExtra stands for a user-defined field in the order of a file.
	fieldExtra
)

func (f Field) String() string {
	if f < numFields {
		return fields[f].key
	}
	return "field"
}

// kind is the type of a field's value.
type kind uint8

const (
	kindText kind = iota
	kindBool
	kindMoney
	kindMoneys
	kindActions
	kindInt
	kindInts
	kindTexts
	kindID
	kindTime
	kindSeconds
	kindSecondsList
)

// kinds says what a value of a type must be, of which type the elements of an array are (the type itself for other values), and whether values
// are written without quotes.
var kinds = [...]struct {
	name  string
	entry kind
	bare  bool
}{
	kindText:        {"a text", kindText, false},
	kindBool:        {"true or false", kindBool, true},
	kindMoney:       {"a number", kindMoney, true},
	kindMoneys:      {"an array of numbers", kindMoney, false},
	kindActions:     {"an array of texts", kindText, false},
	kindInt:         {"a whole number", kindInt, true},
	kindInts:        {"an array of whole numbers", kindInt, false},
	kindTexts:       {"an array of texts", kindText, false},
	kindID:          {"a whole number or a text", kindID, false},
	kindTime:        {"a time such as 20:30:00", kindTime, true},
	kindSeconds:     {"a number of seconds", kindSeconds, true},
	kindSecondsList: {"an array of numbers", kindSeconds, false},
}

// codec reads and writes the values of a type, given what ref of the field returns, and says which are absent: they need not be written.
type codec struct {
	read   func(s *scanner, f Field, v *unstable.Node, at int, ref any) *diag.Error
	write  func(b []byte, ref any, scale int64) []byte
	absent func(ref any) bool
}

var codecs = [...]codec{
	kindText:        value((*scanner).words, func(b []byte, v *string, _ int64) []byte { return appendText(b, *v) }),
	kindBool:        value((*scanner).flag, func(b []byte, v *bool, _ int64) []byte { return strconv.AppendBool(b, *v) }),
	kindMoney:       value((*scanner).money, appendUnits),
	kindMoneys:      array((*scanner).list, (*scanner).money, appendUnits),
	kindActions:     array(func(s *scanner) []Action { return s.h.Actions[:0] }, (*scanner).action, appendDeedText),
	kindInt:         value((*scanner).whole, appendWhole),
	kindInts:        array((*scanner).list, (*scanner).whole, appendWhole),
	kindTexts:       array(taken(func(s *scanner) *[]string { return &s.texts }), (*scanner).words, func(b []byte, v *string, _ int64) []byte { return appendText(b, *v) }),
	kindID:          value((*scanner).id, appendID),
	kindTime:        value((*scanner).clock, appendClock),
	kindSeconds:     value((*scanner).seconds, appendSeconds),
	kindSecondsList: array(taken(func(s *scanner) *[]time.Duration { return &s.banks }), (*scanner).seconds, appendSeconds),
}

// taken takes memory that is kept for one list.
func taken[T any](kept func(s *scanner) *[]T) func(s *scanner) []T {
	return func(s *scanner) (list []T) {
		list, *kept(s) = *kept(s), nil
		return list
	}
}

// reads and writes are how a value of a type, or an element of an array, is read and written.
type (
	reads[T any]  = func(s *scanner, f Field, v *unstable.Node, at int, dst *T) *diag.Error
	writes[T any] = func(b []byte, v *T, scale int64) []byte
)

// value returns the codec of a single value.
func value[T comparable](read reads[T], write writes[T]) codec {
	return codec{
		func(s *scanner, f Field, v *unstable.Node, at int, ref any) *diag.Error {
			return read(s, f, v, at, ref.(*T))
		},
		func(b []byte, ref any, scale int64) []byte { return write(b, ref.(*T), scale) },
		func(ref any) bool { return *ref.(*T) == *new(T) },
	}
}

// array returns the codec of an array, whose elements are read up to the first error, into the memory of an earlier hand.
func array[T any](memory func(s *scanner) []T, read reads[T], write writes[T]) codec {
	return codec{
		func(s *scanner, f Field, v *unstable.Node, at int, ref any) *diag.Error {
			if v.Kind != unstable.Array {
				return s.mistyped(f, v, at)
			}
			list := ref.(*[]T)
			*list = memory(s)
			for n := v.Child(); n != nil; n = n.Next() {
				*list = append(*list, *new(T))
				if err := read(s, f, n, at, &(*list)[len(*list)-1]); err != nil {
					return err
				}
			}
			return nil
		},
		func(b []byte, ref any, scale int64) []byte {
			list := *ref.(*[]T)
			b = append(b, '[')
			for i := range list {
				if i > 0 {
					b = append(b, ", "...)
				}
				b = write(b, &list[i], scale)
			}
			return append(b, ']')
		},
		func(ref any) bool { return len(*ref.(*[]T)) == 0 },
	}
}

// fields is the table of PHH's fields, used for reading, checking and writing.
// ref returns a pointer to the value in a hand; its type follows from the kind.
var fields = [numFields]struct {
	key  string
	kind kind
	ref  func(*Hand) any
}{
	FieldVariant:        {"variant", kindText, func(h *Hand) any { return &h.Variant }},
	FieldAnteTrimming:   {"ante_trimming_status", kindBool, func(h *Hand) any { return &h.AnteTrimming }},
	FieldAntes:          {"antes", kindMoneys, func(h *Hand) any { return &h.Antes }},
	FieldBlinds:         {"blinds_or_straddles", kindMoneys, func(h *Hand) any { return &h.Blinds }},
	FieldBringIn:        {"bring_in", kindMoney, func(h *Hand) any { return &h.BringIn }},
	FieldSmallBet:       {"small_bet", kindMoney, func(h *Hand) any { return &h.SmallBet }},
	FieldBigBet:         {"big_bet", kindMoney, func(h *Hand) any { return &h.BigBet }},
	FieldMinBet:         {"min_bet", kindMoney, func(h *Hand) any { return &h.MinBet }},
	FieldStarting:       {"starting_stacks", kindMoneys, func(h *Hand) any { return &h.Starting }},
	FieldActions:        {"actions", kindActions, func(h *Hand) any { return &h.Actions }},
	FieldAuthor:         {"author", kindText, func(h *Hand) any { return &h.Author }},
	FieldEvent:          {"event", kindText, func(h *Hand) any { return &h.Event }},
	FieldURL:            {"url", kindText, func(h *Hand) any { return &h.URL }},
	FieldVenue:          {"venue", kindText, func(h *Hand) any { return &h.Venue }},
	FieldAddress:        {"address", kindText, func(h *Hand) any { return &h.Address }},
	FieldCity:           {"city", kindText, func(h *Hand) any { return &h.City }},
	FieldRegion:         {"region", kindText, func(h *Hand) any { return &h.Region }},
	FieldPostalCode:     {"postal_code", kindText, func(h *Hand) any { return &h.PostalCode }},
	FieldCountry:        {"country", kindText, func(h *Hand) any { return &h.Country }},
	FieldTime:           {"time", kindTime, func(h *Hand) any { return &h.Time }},
	FieldTimeZone:       {"time_zone", kindText, func(h *Hand) any { return &h.TimeZone }},
	FieldTimeZoneAbbr:   {"time_zone_abbreviation", kindText, func(h *Hand) any { return &h.TimeZoneAbbr }},
	FieldDay:            {"day", kindInt, func(h *Hand) any { return &h.Day }},
	FieldMonth:          {"month", kindInt, func(h *Hand) any { return &h.Month }},
	FieldYear:           {"year", kindInt, func(h *Hand) any { return &h.Year }},
	FieldHand:           {"hand", kindID, func(h *Hand) any { return &h.HandID }},
	FieldLevel:          {"level", kindInt, func(h *Hand) any { return &h.Level }},
	FieldSeats:          {"seats", kindInts, func(h *Hand) any { return &h.Seats }},
	FieldSeatCount:      {"seat_count", kindInt, func(h *Hand) any { return &h.SeatCount }},
	FieldTable:          {"table", kindID, func(h *Hand) any { return &h.TableID }},
	FieldPlayers:        {"players", kindTexts, func(h *Hand) any { return &h.Players }},
	FieldFinishing:      {"finishing_stacks", kindMoneys, func(h *Hand) any { return &h.Finishing }},
	FieldWinnings:       {"winnings", kindMoneys, func(h *Hand) any { return &h.Winnings }},
	FieldCurrency:       {"currency", kindText, func(h *Hand) any { return &h.Currency }},
	FieldCurrencySymbol: {"currency_symbol", kindText, func(h *Hand) any { return &h.CurrencySymbol }},
	FieldTimeLimit:      {"time_limit", kindSeconds, func(h *Hand) any { return &h.TimeLimit }},
	FieldTimeBanks:      {"time_banks", kindSecondsList, func(h *Hand) any { return &h.TimeBanks }},
}

var fieldOf = func() map[string]Field {
	m := make(map[string]Field, numFields)
	for f := range numFields {
		m[fields[f].key] = f
	}
	return m
}()

// fieldSet is a set of fields, a bit for each.
type fieldSet uint64

func setOf(fs ...Field) (s fieldSet) {
	for _, f := range fs {
		s |= 1 << f
	}
	return s
}

func (s fieldSet) has(f Field) bool { return s>>f&1 != 0 }

var (
	always   = setOf(FieldVariant, FieldStarting, FieldActions)
	noLimit  = setOf(FieldAntes, FieldBlinds, FieldMinBet)
	limit    = setOf(FieldAntes, FieldBlinds, FieldSmallBet, FieldBigBet)
	stud     = setOf(FieldAntes, FieldBringIn, FieldSmallBet, FieldBigBet)
	gameOnly = noLimit | limit | stud
)

// variants are the codes of PHH with the fields that each must have; it must not have the other fields of gameOnly.
var variants = []struct {
	code string
	need fieldSet
}{
	{"NT", noLimit},
	{"FT", limit},
	{"NS", noLimit},
	{"PO", noLimit},
	{"FO/8", limit},
	{"F7S", stud},
	{"F7S/8", stud},
	{"FR", stud},
	{"N2L1D", noLimit},
	{"F2L3D", limit},
	{"FB", limit},
}

// Standard reports whether a variant is a code of PHH.
func Standard(code string) bool {
	_, ok := variantOf(code)
	return ok
}

// variantOf returns the fields that a PHH code needs.
func variantOf(code string) (need fieldSet, ok bool) {
	for i := range variants {
		if variants[i].code == code {
			return variants[i].need, true
		}
	}
	return 0, false
}
