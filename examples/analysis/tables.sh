#!/bin/sh
# The tables for the questions, in the folder rows. Environment: CARDROOM (the program), HANDS (20,000), SEED.
set -eu
cardroom=${CARDROOM:-cardroom} hands=${HANDS:-20000} seed=${SEED:-7}
# Hold'em with a half kill: one table, its players come and go.
"$cardroom" run angies/holdem --session --kill half --hands "$hands" --seed "$seed" --policy table --rows rows/evening --quiet >/dev/null
# Lowball by both readings of its sevens rule, with the same cards and the same chances, by players who know no rule.
"$cardroom" run angies/lowball --hands "$((hands * 5))" --seed "$seed" --set sevens=forfeit --rows rows/forfeit --quiet >/dev/null
"$cardroom" run angies/lowball --hands "$((hands * 5))" --seed "$seed" --set sevens=void --rows rows/void --quiet >/dev/null
# Hold'em with irregularities, by the rulings of a house.
"$cardroom" run angies/holdem --hands "$hands" --seed "$seed" --mishaps 0.02 --rows rows/odd --quiet >/dev/null
# Recorded hands: six players at one table, in the text of a site with a time for each hand, 250 hands in an evening.
"$cardroom" run mixed/nt --session --crowd steady --hands "$hands" --seed "$seed" --policy table --save rows/recorded.phhs --quiet >/dev/null
"$cardroom" convert rows/recorded.phhs --to pokerstars --quiet 2>/dev/null | awk '/^PokerStars Hand/ {
    k = int(n / 250); t = n++ % 250 * 45
    printf "%s - %d/%02d/%02d %02d:%02d:%02d ET\n", $0, 2024 + int(k / 48), 1 + int(k / 4) % 12, 5 + k % 4, 19 + int(t / 3600), int(t / 60) % 60, t % 60
    next
} { print }' >rows/recorded.txt
"$cardroom" replay rows/recorded.txt --ev --rows rows/recorded --quiet >/dev/null
