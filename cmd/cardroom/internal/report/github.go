package report

import (
	"fmt"
	"io"
	"strings"

	"cardroom/engine/diag"
)

// What would end a workflow command of GitHub Actions, or one of its properties.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Annotate writes an annotation of a GitHub workflow: level is error, warning or
// notice. One about a file as a whole has no line, and none of those needs a title.
func Annotate(w io.Writer, level string, at diag.Pos, title, text string) {
	where := "file=" + githubProperty.Replace(at.File)
	if at.Line > 0 {
		where += fmt.Sprintf(",line=%d,col=%d", at.Line, at.Col)
	}
	if title != "" {
		where += ",title=" + githubProperty.Replace(title)
	}
	_, _ = fmt.Fprintf(w, "::%s %s::%s\n", level, where, githubText.Replace(text))
}
