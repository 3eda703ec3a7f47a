//go:build !js

package author

import (
	"encoding/xml"
	"fmt"
	"time"

	"cardroom/dsl/ruletest"
)

// The JUnit report format, as far as readers agree on it.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr"`
		Line    int32         `xml:"line,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitMessage `xml:"failure"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func (rep *results) writeJUnit() error {
	var doc junitSuites
	var elapsed time.Duration
	for _, r := range rep.results {
		file := rep.files.typed[r.File]
		n := len(doc.Suites)
		if n == 0 || doc.Suites[n-1].Name != file {
			doc.Suites = append(doc.Suites, junitSuite{Name: file})
			n, elapsed = n+1, 0
		}
		s := &doc.Suites[n-1]
		elapsed += r.Elapsed
		s.Time = fmt.Sprintf("%.3f", elapsed.Seconds())
		s.Tests++
		c := junitCase{Class: file, Name: r.Name, File: file, Line: r.Pos.Line, Time: fmt.Sprintf("%.3f", r.Elapsed.Seconds())}
		switch r.Status {
		case ruletest.Failed:
			s.Failures++
			c.Failure = &junitMessage{r.Err.Msg, r.Err.Detail() + "\n" + rep.circumstances(r)}
		case ruletest.Skipped:
			s.Skipped++
			c.Skipped = &junitMessage{Message: r.Reason}
		}
		s.Cases = append(s.Cases, c)
	}
	out, err := xml.MarshalIndent(&doc, "", "  ")
	if err == nil {
		rep.std.Stdout.Printf("%s%s\n", xml.Header, out)
	}
	return err
}
