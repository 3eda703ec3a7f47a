package scripts_test

import _ "cardroom/engine/testkit"
