package formats_test

import _ "cardroom/engine/testkit"
