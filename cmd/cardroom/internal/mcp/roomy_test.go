package mcp

import _ "cardroom/engine/roomy"
