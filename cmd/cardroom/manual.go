package main

import "embed"

//go:embed manual/*.txt
var manuals embed.FS

// manual returns manual/NAME.txt, which 'cardroom help --all NAME' and the manual page
// print after the command's description. Not every command has one.
func manual(command string) string {
	text, err := manuals.ReadFile("manual/" + command + ".txt")
	if err != nil {
		return ""
	}
	return string(text)
}
