package app

import "strings"

// CommandLine is a command line as shells read it.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// shellWord is a word as shells read it.
func shellWord(w string) string {
	if w != "" && !strings.ContainsFunc(w, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%#", r)
	}) && w[0] != '#' {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
