package fuzzhouses_test

import _ "cardroom/engine/testkit"
