package scripts_test

import _ "cardroom/engine/lazygc"
