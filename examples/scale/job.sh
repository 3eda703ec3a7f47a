#!/bin/sh
# One shard of the run. The same line for every engine: only the number of the shard differs.
#	job.sh SHARD
# Environment: CARDROOM (the program), SHARDS, GAME, HANDS, SEED, PARTS (a folder that all machines share).
set -eu
exec "${CARDROOM:-cardroom}" run "${GAME:-mixed/nt}" --hands "${HANDS:-1000000}" --seed "${SEED:-7}" \
	--out "${PARTS:-parts}" --shard "$1/${SHARDS:-20}" --workers "${WORKERS:-1}" --quiet --json >/dev/null
