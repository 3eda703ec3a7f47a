package history

import (
	"cmp"
	"sync"
	"time"
)

// clocks are the zones that hand files name otherwise than the database of time zones, in its names. The zone of a season is always as
// far from UTC as in that season; ET and the like, and CET, are written in both.
var clocks = map[string]string{
	"Z": "UTC", "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
	"EST": "Etc/GMT+5", "EDT": "Etc/GMT+4", "CST": "Etc/GMT+6", "CDT": "Etc/GMT+5", "MST": "Etc/GMT+7", "MDT": "Etc/GMT+6", "PST": "Etc/GMT+8", "PDT": "Etc/GMT+7",
	"BRT": "Etc/GMT+3", "ART": "Etc/GMT+3", "BST": "Etc/GMT-1", "WEST": "Etc/GMT-1", "CEST": "Etc/GMT-2", "EEST": "Etc/GMT-3", "MSK": "Etc/GMT-3",
	"CCT": "Etc/GMT-8", "AEST": "Etc/GMT-10", "AEDT": "Etc/GMT-11",
	"Local": "?", // not the zone of this machine
}

// loaded are the zones used so far, by their names.
var loaded sync.Map

// zoneOf returns the time zone of a name, UTC for none.
func zoneOf(name string) (place *time.Location, known bool) {
	if is, ok := loaded.Load(name); ok {
		return is.(*time.Location), true
	}
	place, err := time.LoadLocation(cmp.Or(clocks[name], name))
	if err != nil {
		return time.UTC, false
	}
	loaded.Store(name, place)
	return place, true
}

// UTC returns when a hand was dealt, in UTC, by the zones of the machine or of time/tzdata. known is false if its time zone is not known: the time is then that of its clock.
func (h *Hand) UTC() (t time.Time, known bool) {
	place, known := zoneOf(cmp.Or(h.TimeZone, h.TimeZoneAbbr))
	clock := h.Time
	t = time.Date(int(h.Year), time.Month(max(1, h.Month)), int(max(1, h.Day)), int(clock/time.Hour), int(clock%time.Hour/time.Minute), 0, int(clock%time.Minute), place)
	return t.UTC(), known
}

// Eastern returns when the hand was played by the clock of New York, which sites call ET. known is false if the time zone is not known.
func (h *Hand) Eastern() (t time.Time, known bool) {
	utc, known := h.UTC()
	place, ok := zoneOf("ET")
	return utc.In(place), known && ok
}
