package solve_test

import _ "cardroom/engine/testkit"
