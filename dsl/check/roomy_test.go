package check

import _ "cardroom/engine/roomy"
