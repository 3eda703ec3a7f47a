package simulate

import _ "cardroom/engine/testkit"
