package main

import _ "cardroom/engine/testkit"
