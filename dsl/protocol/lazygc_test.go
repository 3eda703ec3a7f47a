package protocol_test

import _ "cardroom/engine/testkit"
