package history

// Extra is a user-defined field, or a key that PHH does not know.
type Extra struct {
	Key string // as TOML writes it
	Raw string // the value as TOML
	Pos Pos    // of the value
}
