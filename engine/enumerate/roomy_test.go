package enumerate

import _ "cardroom/engine/roomy"
