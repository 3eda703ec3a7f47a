package console_test

import _ "cardroom/engine/testkit"
