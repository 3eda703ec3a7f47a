package enumerate

import _ "cardroom/engine/testkit"
