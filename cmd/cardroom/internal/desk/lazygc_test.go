package desk_test

import _ "cardroom/engine/lazygc"
