package mcp

import _ "cardroom/engine/lazygc"
