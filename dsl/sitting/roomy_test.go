package sitting_test

import _ "cardroom/engine/roomy"
