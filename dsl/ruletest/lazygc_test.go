package ruletest_test

import _ "cardroom/engine/testkit"
