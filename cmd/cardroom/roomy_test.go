package main

import _ "cardroom/engine/roomy"
