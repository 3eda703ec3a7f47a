package convert

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"cardroom/engine/history"
)

// Pseudonym returns a replacement for a player's name: the same for the same key and name. Without
// the key nobody can find out the name, not even by trying names.
func Pseudonym(key, name string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(name))
	return "Player" + strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:5]))
}

// Anonymous replaces the names in a hand by pseudonyms. It removes commentaries and the fields of
// the superset that record a table, which contain names.
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
