package check

import _ "cardroom/engine/testkit"
