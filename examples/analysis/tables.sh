#!/bin/sh
# The tables for the six questions, in the folder rows. Environment: CARDROOM (the program), HANDS (20,000), SEED.
set -eu
cardroom=${CARDROOM:-cardroom} hands=${HANDS:-20000} seed=${SEED:-7}
# Hold'em with a half kill: one table, its players come and go.
"$cardroom" run angies/holdem --session --kill half --hands "$hands" --seed "$seed" --policy table --rows rows/evening --quiet >/dev/null
# Lowball by both readings of its sevens rule, with the same cards and the same chances, by players who know no rule.
"$cardroom" run angies/lowball --hands "$((hands * 5))" --seed "$seed" --set sevens=forfeit --rows rows/forfeit --quiet >/dev/null
"$cardroom" run angies/lowball --hands "$((hands * 5))" --seed "$seed" --set sevens=void --rows rows/void --quiet >/dev/null
