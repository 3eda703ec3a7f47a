// This file formats numbers for people: counts, percentages, durations, and
// estimates with their errors.

package term

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"cardroom/engine/rows"
)

// Grouped formats a count with thousands separators: 10,000.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// Counted formats a number with its noun: "1 hand", "2,000 hands".
func Counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Grouped(n) + " " + noun + "s"
}

// Percent formats a part of a whole as a percentage with one decimal.
func Percent(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// Seconds formats a duration: 12 ms, 1.4 s, 3 min 20 s, 5 h 10 min, 40 days.
func Seconds(d time.Duration) string {
	switch {
	case d < time.Second && d > 0:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return strconv.FormatFloat(Rounded(d.Seconds(), 1), 'f', -1, 64) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return Grouped(int64(d.Hours()/24)) + " days"
}

// Interval formats a mean and the half width of its 95 % confidence interval, both to the second digit of that: further digits
// are meaningless.
func Interval(mean, stdErr float64) (m, half string) {
	width := float64(rows.Confident * stdErr)
	places := 3
	if width > 0 {
		places = min(max(0, 1-int(math.Floor(math.Log10(width)))), 9)
	}
	return strconv.FormatFloat(mean, 'f', places, 64), strconv.FormatFloat(width, 'f', places, 64)
}

// Rounded rounds x to a number of decimals: further digits of a measurement are noise.
func Rounded(x float64, places int) float64 {
	scale := math.Pow10(places)
	return math.Round(x*scale) / scale
}

// Known returns nil for a number that cannot be estimated, such as an error from a
// single hand.
func Known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
