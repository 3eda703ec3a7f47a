package check

import _ "cardroom/engine/lazygc"
