package enumerate

import _ "cardroom/engine/lazygc"
