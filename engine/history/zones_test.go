package history

import (
	"testing"
	"time"
	_ "time/tzdata"
)

// TestZones compares the times with those of the zones' own clocks.
func TestZones(t *testing.T) {
	for _, name := range []string{"America/New_York", "America/Chicago", "America/Los_Angeles", "Europe/London", "Europe/Paris", "Europe/Athens"} {
		place, err := time.LoadLocation(name)
		if err != nil {
			t.Skip("the machine has no time zones")
		}
		for at := time.Date(1999, 1, 1, 0, 28, 3, 0, time.UTC); at.Year() < 2027; at = at.Add(7 * time.Hour) {
			here := at.In(place)
			_, offset := here.Zone()
			if _, before := at.Add(-2 * time.Hour).In(place).Zone(); before != offset {
				continue // the clock shows this hour twice
			}
			rec := Hand{TimeZone: name}
			rec.Year, rec.Month, rec.Day = int64(here.Year()), int64(here.Month()), int64(here.Day())
			rec.Time = time.Duration(here.Hour())*time.Hour + time.Duration(here.Minute())*time.Minute + time.Duration(here.Second())*time.Second
			if got, known := rec.UTC(); !known || !got.Equal(at) {
				t.Fatalf("%s %v: %v, want %v", name, here, got, at)
			}
		}
	}
	for _, name := range []string{"XYZ", "Local", "../UTC", "/etc/localtime"} {
		if _, known := (&Hand{TimeZoneAbbr: name}).UTC(); known {
			t.Errorf("the zone %s is known", name)
		}
	}
	for name := range clocks {
		if _, known := zoneOf(name); !known && name != "Local" {
			t.Errorf("the zone %s is not known", name)
		}
	}
}
