package console

import (
	"context"
	"encoding/json"
	"path/filepath"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/diag"
)

// settings are a player's preferences at a terminal, kept for later games.
type settings struct {
	NoHints    bool `json:"no_hints,omitempty"`
	FourColour bool `json:"four_colour,omitempty"`
}

// settingsFile is the name of the settings file in the state folder.
const settingsFile = "play.json"

// readSettings reads the settings of earlier games. It does so only at a terminal, so
// that results in a pipe do not depend on them. An unreadable file counts as empty.
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

// keepSettings saves the settings for later games.
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

// onOff parses the argument of a setting; without an argument it toggles the setting.
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

// rememberFour saves whether the deck has four colors.
func (g *played) rememberFour(on bool) {
	if g.settings.FourColour != on {
		g.settings.FourColour = on
		g.keepSettings()
	}
}
