package suite_test

import _ "cardroom/engine/roomy"
