package check

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"cardroom/engine/diag"
)

// namedWord is a word that a message may name: a name, a path, a number.
var namedWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN_.@/:-]*[\pL\pN_]`) })

// Meant returns the edit that writes what the hint suggests in the place of the word at fault; nil if it suggests nothing, or the
// text has changed. It may change the meaning of the script, so no repair of a whole script takes it.
func (f *Finding) Meant(text string) []Edit {
	better := diag.Instead(f.Hint)
	lines := strings.Split(text, "\n")
	if better == "" || int(f.Pos.Line) > len(lines) || f.Pos.Line < 1 {
		return nil
	}
	line := []rune(lines[f.Pos.Line-1])
	after := string(line[min(max(0, int(f.Pos.Col)-1), len(line)):])
	words := namedWord().FindAllString(f.Msg, -1)
	if quoted, err := strconv.Unquote(better); err == nil { // the whole text in quotes was meant
		better, words = quoted, nil
		if _, rest, ok := strings.Cut(f.Msg, `"`); ok {
			bad, _, _ := strings.Cut(rest, `"`)
			words = []string{bad}
		}
	}
	better = strings.TrimPrefix(better, ".")
	for _, word := range words {
		word = strings.TrimPrefix(word, ".")
		if folder := path.Dir(f.Pos.File); strings.HasSuffix(word, ".star") && path.Dir(word) == folder && path.Dir(better) == folder {
			word, better = "./"+path.Base(word), "./"+path.Base(better) // as a script beside is loaded
		}
		at := strings.Index(after, word)
		if word == "" || word == better || at < 0 || len(words) > 1 && diag.Nearest(word, []string{better}) == "" {
			continue
		}
		col := f.Pos.Col + int32(len([]rune(after[:at])))
		return []Edit{{Line: f.Pos.Line, Col: col, EndLine: f.Pos.Line, EndCol: col + int32(len([]rune(word))), Text: better}}
	}
	return nil
}
