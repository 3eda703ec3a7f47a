package editor

import _ "cardroom/engine/roomy"
