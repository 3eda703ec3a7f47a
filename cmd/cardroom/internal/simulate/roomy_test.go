package simulate

import _ "cardroom/engine/roomy"
