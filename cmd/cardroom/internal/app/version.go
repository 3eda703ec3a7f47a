package app

import "runtime/debug"

// Versions returns the version in one line: that of the module, the commit with its date if the build has them, and that of Go. The
// release is the module's version with the commit.
func Versions() (version, release string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)", "(devel)"
	}
	const short = 12 // characters of a commit
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	release = info.Main.Version
	if release == "" {
		release = "(devel)"
	}
	version = release
	if commit := settings["vcs.revision"]; commit != "" {
		commit = ", commit " + commit[:min(short, len(commit))]
		version += commit
		release += commit
		if when := settings["vcs.time"]; when != "" {
			version += " of " + when
		}
		if settings["vcs.modified"] == "true" {
			version += " with changes"
			release += " with changes"
		}
	}
	return version + ", " + info.GoVersion + " " + settings["GOOS"] + "/" + settings["GOARCH"], release
}
