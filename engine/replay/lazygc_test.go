package replay_test

import _ "cardroom/engine/testkit"
