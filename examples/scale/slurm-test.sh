#!/bin/sh
# Two Slurm nodes on this machine, twenty shards, one node killed in the middle: what is merged must be what one run prints.
#	slurm-test.sh [FOLDER]      FOLDER keeps logs and parts; without it they go to a temporary folder
# It needs root and Debian's packages slurm-wlm, munge and util-linux (apt-get install slurm-wlm munge), and no daemon of Slurm that
# runs already. Environment: CARDROOM (the program), HANDS (10,000,000), SEED, GAME.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
CARDROOM=$(command -v "${CARDROOM:-cardroom}") || { echo "slurm-test: set CARDROOM to the program" >&2; exit 2; }
for need in slurmctld slurmd sbatch squeue scontrol munged mungekey unshare sha256sum; do
	PATH=$PATH:/usr/sbin command -v "$need" >/dev/null || { echo "slurm-test: $need is missing" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "slurm-test: root is needed to start nodes" >&2; exit 2; }
PATH=$PATH:/usr/sbin
work=${1:-$(mktemp -d)}
mkdir -p "$work/state" "$work/parts" "$work/logs"
work=$(cd "$work" && pwd)
export CARDROOM SHARDS=20 GAME="${GAME:-mixed/nt}" HANDS="${HANDS:-10000000}" SEED="${SEED:-7}" PARTS="$work/parts"
export SLURM_CONF="$work/slurm.conf"
say() { printf '%s %s\n' "$(date -u +%H:%M:%S)" "$*" | tee -a "$work/log"; }
daemons=
stop() { for pid in $daemons; do kill -KILL "$pid" 2>/dev/null || true; done; }
trap stop EXIT
trap 'exit 1' INT TERM

# A key and a socket of our own, so that nothing of the machine's is touched.
mungekey --create --keyfile "$work/munge.key"
munged --foreground --force --key-file "$work/munge.key" --socket "$work/munge.socket" --pid-file "$work/munge.pid" \
	--seed-file "$work/munge.seed" --log-file "$work/logs/munge" >"$work/logs/munged" 2>&1 &
daemons="$daemons $!"

# The nodes are two by name and port. A lost node is noticed after ten seconds. A job that is put back waits until its
# credential has run out: ten seconds here, two minutes by default.
cat >"$SLURM_CONF" <<CONF
ClusterName=cardroom
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=26817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket,cred_expire=10
StateSaveLocation=$work/state
SlurmctldPidFile=$work/slurmctld.pid
SlurmctldLogFile=$work/logs/slurmctld
SlurmdSpoolDir=$work/spool.%n
SlurmdPidFile=$work/slurmd.%n.pid
SlurmdLogFile=$work/logs/slurmd.%n
SlurmdParameters=config_overrides
SlurmdTimeout=10
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobRequeue=1
ReturnToService=2
NodeName=one NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=26818 CPUs=1
NodeName=two NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=26819 CPUs=1
PartitionName=all Nodes=one,two Default=YES State=UP
CONF
mkdir -p "$work/spool.one" "$work/spool.two"
slurmctld -D >"$work/logs/slurmctld.out" 2>&1 &
daemons="$daemons $!"
# Each node lives in a process namespace of its own. When its first process is killed, all that runs there ends at once, as
# when a machine loses its power.
node() {
	unshare --pid --fork --mount-proc --kill-child=KILL slurmd -D -N "$1" >"$work/logs/slurmd.$1.out" 2>&1 &
	daemons="$daemons $!"
	eval "$1=$!"
}
node one
node two
i=0
until [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ]; do
	i=$((i + 1))
	[ $i -lt 60 ] || { say "the nodes did not come up; see $work/logs"; exit 1; }
	sleep 1
done
say "two nodes up: $(slurmd -V)"

cd "$here"
job=$(sbatch --parsable --array=1-20 --output="$work/logs/task.%a" --export=ALL slurm.sh)
say "array job $job, 20 tasks, $HANDS hands of $GAME"
# When node two works on its second task or a later one, it loses its power.
on_two() { squeue -h -j "$job" -t R -w two -o %K; }
lost=0
until [ "${lost:-0}" -gt 3 ]; do
	sleep 1
	lost=$(on_two)
done
kill -KILL "$(pgrep -P "$two" | head -1)" "$two"
say "node two killed while it played shard $lost"
while [ -n "$(squeue -h -j "$job" -o %i)" ]; do sleep 1; done
restarts=$(scontrol show job "${job}_$lost" | grep -o 'Restarts=[0-9]*')
on=$(scontrol show job "${job}_$lost" | grep -o 'BatchHost=[a-z]*')
say "all tasks ended; shard $lost: $restarts $on"

missing=$("$CARDROOM" merge "$PARTS" --missing)
[ -z "$missing" ] || { say "missing: $missing"; exit 1; }
same() { grep -v -E '"(elapsed_s|hands_per_s|workers)"' | sha256sum | cut -d' ' -f1; }
merged=$("$CARDROOM" merge "$PARTS" --json | same)
single=$("$CARDROOM" run "$GAME" --hands "$HANDS" --seed "$SEED" --quiet --json | same)
say "merged $merged"
say "single $single"
[ "$merged" = "$single" ] || { say "NOT EQUAL"; exit 1; }
[ "$restarts" = Restarts=1 ] && [ "$on" = BatchHost=one ] || { say "the killed task was not started again on the other node"; exit 1; }
say "equal: the task that was killed went on elsewhere, and no hand was lost or counted twice"
