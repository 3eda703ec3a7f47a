package fake_test

import _ "cardroom/engine/testkit"
