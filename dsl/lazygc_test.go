package dsl_test

import _ "cardroom/engine/testkit"
