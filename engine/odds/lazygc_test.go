package odds_test

import _ "cardroom/engine/testkit"
