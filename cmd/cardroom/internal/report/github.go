package report

import (
	"fmt"
	"io"
	"strings"

	"cardroom/engine/diag"
)

// Replacers that escape what would end a GitHub Actions workflow command or one of its
// properties.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Annotate writes an annotation of a GitHub workflow: level is error, warning or
// notice. An annotation of a whole file has no line; the title is optional.
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
