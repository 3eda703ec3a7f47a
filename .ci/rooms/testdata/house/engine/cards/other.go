//go:build !js

package cards

func fromBrowser() Card {
	return Card(
		generic[int](2),
	)
}

func generic[T any](t T) T { return t }
