module cardroom/cmd/cardroom-peers

go 1.26.0

require (
	cardroom v0.0.0
	github.com/chehsunliu/poker v0.1.0
	github.com/paulhankin/poker/v2 v2.0.8
)

replace cardroom => ../..
