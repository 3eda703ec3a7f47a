package editor

import _ "cardroom/engine/lazygc"
