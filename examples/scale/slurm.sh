#!/bin/sh
# A Slurm array job: sbatch --array=1-20 slurm.sh
# A task whose node fails is put back in the queue and goes on at its last checkpoint.
#SBATCH --job-name=cardroom
#SBATCH --array=1-20
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
SHARDS=${SHARDS:-20} exec sh "${SLURM_SUBMIT_DIR:-.}/job.sh" "${SLURM_ARRAY_TASK_ID:?started by sbatch}"
