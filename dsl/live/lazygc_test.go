package live_test

import _ "cardroom/engine/testkit"
