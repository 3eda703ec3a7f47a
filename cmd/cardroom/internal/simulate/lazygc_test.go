package simulate

import _ "cardroom/engine/lazygc"
