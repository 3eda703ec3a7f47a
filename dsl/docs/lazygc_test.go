package docs_test

import _ "cardroom/engine/testkit"
