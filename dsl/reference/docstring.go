package reference

import (
	"strings"

	"cardroom/dsl/star"
)

// docstring is a parsed docstring of a function.
type docstring struct {
	text    string
	args    map[string]string
	returns string
	example string
}

// parseDocstring parses a docstring: text, followed by sections that begin with
// "Args:", "Returns:" or "Example:" on a line of its own, with indented
// content.
func parseDocstring(doc string) docstring {
	d := docstring{args: map[string]string{}}
	section, body := "", []string{}
	finish := func() {
		d.put(section, strings.Join(body, "\n"))
		body = nil
	}
	for _, line := range strings.Split(star.Dedent(doc), "\n") {
		switch line {
		case "Args:", "Returns:", "Example:":
			finish()
			section = line
		default:
			body = append(body, line)
		}
	}
	finish()
	return d
}

func (d *docstring) put(section, body string) {
	body = star.Dedent("\n" + body)
	switch section {
	case "":
		d.text = body
	case "Returns:":
		d.returns = oneLine(body)
	case "Example:":
		d.example = body + "\n"
	case "Args:":
		name := ""
		for _, line := range strings.Split(body, "\n") {
			head, text, ok := strings.Cut(line, ":")
			if ok && !strings.HasPrefix(line, " ") {
				name = strings.TrimSpace(head)
				d.args[name] = oneLine(text)
				continue
			}
			if name != "" {
				d.args[name] = oneLine(d.args[name] + " " + line)
			}
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
