package console

import (
	"context"
	"encoding/json"
	"path/filepath"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/diag"
)

// settings are what a player at a terminal has set, for this game and later ones.
type settings struct {
	NoHints    bool `json:"no_hints,omitempty"`
	FourColour bool `json:"four_colour,omitempty"`
}

// settingsFile keeps them.
const settingsFile = "play.json"

// readSettings reads what was set in earlier games: at a terminal only, so that what
// a pipe gives is always the same. A file that cannot be read counts as none.
func readSettings(std *app.IO) (s settings) {
	name := std.StateFile(settingsFile)
	if name == "" || !std.Stdin.Terminal {
		return s
	}
	if text, err := std.ReadText(name); err == nil && json.Unmarshal(text, &s) != nil {
		return settings{}
	}
	return s
}

// keepSettings keeps them for later games.
func (g *played) keepSettings() {
	name := g.std.StateFile(settingsFile)
	if name == "" || !g.std.Stdin.Terminal {
		return
	}
	text, err := json.Marshal(g.settings)
	if err == nil {
		if err = g.std.MkdirAll(filepath.Dir(name)); err == nil {
			err = g.std.WriteFile(name, append(text, '\n'))
		}
	}
	if err != nil {
		g.std.Warn("the setting is not remembered: %v", err)
	}
}

// onOff reads the argument of a setting; without one it is the other way round.
func onOff(name, arg string, now bool) (bool, error) {
	switch arg {
	case "":
		return !now, nil
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	return now, diag.Refuse(name+" "+arg+"?", "say "+name+" on or "+name+" off")
}

func (g *played) setHints(_ context.Context, arg string) error {
	on, err := onOff("hints", arg, !g.settings.NoHints)
	if err != nil {
		return err
	}
	g.settings.NoHints = !on
	clear(g.hinted)
	g.keepSettings()
	g.say(map[bool]string{true: "hints are on", false: "hints are off"}[on])
	return nil
}

func (g *played) setFourColours(_ context.Context, arg string) error {
	on, err := onOff("four-colour", arg, g.opts.Cards.Four)
	if err != nil {
		return err
	}
	names := g.style.Names
	g.rememberFour(on)
	g.opts.Cards.Four = on
	g.style = g.opts.Cards.On(g.std.Stdout)
	g.style.Names = names
	g.say(map[bool]string{true: "the suits have four colors", false: "the suits have two colors"}[on])
	return nil
}

// rememberFour remembers the colours of the suits.
func (g *played) rememberFour(on bool) {
	if g.settings.FourColour != on {
		g.settings.FourColour = on
		g.keepSettings()
	}
}
