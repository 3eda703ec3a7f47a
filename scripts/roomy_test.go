package scripts_test

import _ "cardroom/engine/roomy"
