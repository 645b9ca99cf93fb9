#!/bin/bash
# @TITLE@: @TRIALS@ in @TASKS@ tasks, for Slurm. Written by `searchlab plan`.
#
#   bash FILE            submits all tasks that are not complete, and the merge behind them; again after failures:
#                        each shard goes on where it was
#   squeue --me          what waits and runs
#   searchlab status @OUT@
#
# The folder stands on a file system that all nodes see, and searchlab in the PATH of each.
#SBATCH --job-name=@NAME@
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=@JOBS@
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
@TASK@
case "${1:-submit}" in
submit)
    mkdir -p "$logs"
    missing=$(for ((i = 0; i < tasks; i++)); do [[ -e "$logs/task-$i.done" ]] || printf '%s,' "$i"; done)
    after=()
    if [[ -n $missing ]]; then
        array=$(sbatch --parsable --array="${missing%,}" --time=@HOURS@:00:00 --output="$logs/slurm-%a.txt" "$0" task)
        after=(--dependency="afterany:${array%%;*}")
    fi
    sbatch "${after[@]}" --output="$logs/merge.txt" "$0" merge
    ;;
task)
    # Slurm sends TERM to this shell when the time is over; the program itself ends cleanly by it.
    task "$SLURM_ARRAY_TASK_ID"
    ;;
merge)
    # Ends with exit code 3, and tells which trials are missing, unless all shards are complete.
    searchlab status "$out"
    searchlab merge "$out"
    searchlab report "$out"
    ;;
esac
