package site_test

import _ "cardroom/engine/lazygc"
