module cardroom/cmd/cardroom-browsertest

go 1.26.0

require github.com/go-rod/rod v0.116.2

require (
	cardroom v0.0.0
	github.com/ysmood/fetchup v0.2.3 // indirect
	github.com/ysmood/goob v0.4.0 // indirect
	github.com/ysmood/got v0.40.0 // indirect
	github.com/ysmood/gson v0.7.3 // indirect
	github.com/ysmood/leakless v0.9.0 // indirect
)

replace cardroom => ../..
