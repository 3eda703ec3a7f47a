package convert

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"cardroom/engine/history"
)

// Pseudonym returns what a player is called in place of a name: the same for the same key and
// name. Without the key nobody can tell whose it is, nor try names.
func Pseudonym(key, name string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(name))
	return "Player" + strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:5]))
}

// Anonymous replaces the names of a hand by pseudonyms. Fields of the superset that hold
// the record of a table, with names in it, and commentaries are removed.
func Anonymous(rec *history.Hand, key string) {
	for i, name := range rec.Players {
		if name != "" {
			rec.Players[i] = Pseudonym(key, name)
		}
	}
	for _, field := range []string{history.KeyBefore, history.KeySession, history.KeyTable} {
		rec.Unset(field)
	}
	for i := range rec.Actions {
		rec.Actions[i].Commentary = ""
	}
	rec.Author = ""
}
