package editor

import _ "cardroom/engine/testkit"
