package sites_test

import _ "cardroom/engine/testkit"
