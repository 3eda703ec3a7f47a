package main

import _ "cardroom/engine/lazygc"
