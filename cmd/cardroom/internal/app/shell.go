package app

import "strings"

// CommandLine returns a command line, quoted for shells.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// shellWord quotes a word for shells where needed.
func shellWord(w string) string {
	if w != "" && !strings.ContainsFunc(w, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%#", r)
	}) && w[0] != '#' {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
