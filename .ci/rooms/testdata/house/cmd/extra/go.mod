module house/cmd/extra

go 1.26.0

require house v0.0.0

replace house => ../..
