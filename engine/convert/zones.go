package convert

import (
	"slices"
	"time"

	"cardroom/engine/history"
)

// summer is the rule by which clocks are put forward an hour.
type summer uint8

const (
	never  summer = iota
	us            // since 2007 from the second Sunday in March to the first in November, at two; before, from the first in April to the last in October
	europe        // from the last Sunday in March to the last in October, at one o'clock UTC
)

// zones are the time zones that hand files name, with the hours by which their clocks are ahead of UTC in winter. PokerStars writes CET in
// summer too.
var zones = []struct {
	names []string
	hours int
	rule  summer
}{
	{[]string{"", "UTC", "GMT", "Z", "Etc/UTC"}, 0, never},
	{[]string{"ET", "America/New_York", "US/Eastern", "America/Toronto"}, -5, us},
	{[]string{"CT", "America/Chicago", "US/Central"}, -6, us},
	{[]string{"MT", "America/Denver", "US/Mountain"}, -7, us},
	{[]string{"PT", "America/Los_Angeles", "US/Pacific"}, -8, us},
	{[]string{"EST"}, -5, never},
	{[]string{"EDT"}, -4, never},
	{[]string{"CST"}, -6, never},
	{[]string{"CDT"}, -5, never},
	{[]string{"MST"}, -7, never},
	{[]string{"MDT"}, -6, never},
	{[]string{"PST"}, -8, never},
	{[]string{"PDT"}, -7, never},
	{[]string{"BRT", "ART"}, -3, never},
	{[]string{"BST", "WEST"}, 1, never},
	{[]string{"CEST"}, 2, never},
	{[]string{"EEST", "MSK"}, 3, never},
	{[]string{"WET", "Europe/London", "Europe/Lisbon", "Europe/Dublin"}, 0, europe},
	{[]string{"CET", "Europe/Paris", "Europe/Berlin", "Europe/Madrid", "Europe/Rome", "Europe/Malta", "Europe/Vienna", "Europe/Amsterdam", "Europe/Stockholm"}, 1, europe},
	{[]string{"EET", "Europe/Athens", "Europe/Helsinki"}, 2, europe},
	{[]string{"CCT"}, 8, never},
	{[]string{"AEST"}, 10, never},
	{[]string{"AEDT"}, 11, never},
}

// inUTC returns when a hand was dealt, in UTC. known is false if its time zone is not known: the time is then that of its clock.
func inUTC(rec *history.Hand) (t time.Time, known bool) {
	t = time.Date(int(rec.Year), time.Month(max(1, rec.Month)), int(max(1, rec.Day)), 0, 0, 0, 0, time.UTC).Add(rec.Time)
	name := rec.TimeZone
	if name == "" {
		name = rec.TimeZoneAbbr
	}
	for _, z := range zones {
		if !slices.Contains(z.names, name) {
			continue
		}
		if z.rule.holds(t, z.hours) {
			t = t.Add(-time.Hour)
		}
		return t.Add(-time.Duration(z.hours) * time.Hour), true
	}
	return t, false
}

// holds reports whether a clock that is some hours ahead of UTC in winter shows summer time.
func (s summer) holds(clock time.Time, hours int) bool {
	from, to := time.Time{}, time.Time{}
	switch year := clock.Year(); {
	case s == never:
		return false
	case s == us && year >= 2007:
		from, to = sunday(year, time.March, 8), sunday(year, time.November, 1)
	case s == us:
		from, to = sunday(year, time.April, 1), sunday(year, time.October, 25)
	default: // by the clock of the place
		shift := time.Duration(hours-1) * time.Hour
		from, to = sunday(year, time.March, 25).Add(shift), sunday(year, time.October, 25).Add(shift)
	}
	return !clock.Before(from.Add(2*time.Hour)) && clock.Before(to.Add(2*time.Hour))
}

// sunday returns the first Sunday from a day on.
func sunday(year int, month time.Month, day int) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return t.AddDate(0, 0, (7-int(t.Weekday()))%7)
}
