package compare_test

import _ "cardroom/engine/lazygc"
