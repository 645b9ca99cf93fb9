#!/bin/bash
# @TITLE@: @TRIALS@ in @SHARDS@ shards, for Slurm. Written by `searchlab plan`.
#
#   bash FILE            submits all shards that are not complete, and the merge behind them; again after failures:
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
experiment=@EXPERIMENT@
out=@OUT@
logs=@LOGS@
shards=@SHARDS@

case "${1:-submit}" in
submit)
    mkdir -p "$logs"
    missing=$(for ((i = 0; i < shards; i++)); do [[ -e "$logs/$i.done" ]] || printf '%s,' "$i"; done)
    after=()
    if [[ -n $missing ]]; then
        array=$(sbatch --parsable --array="${missing%,}" --time=@HOURS@:00:00 --output="$logs/%a.txt" "$0" shard)
        after=(--dependency="afterany:${array%%;*}")
    fi
    sbatch "${after[@]}" --output="$logs/merge.txt" "$0" merge
    ;;
shard)
    # Slurm sends TERM to this shell when the time is over; the program itself ends cleanly by it.
    searchlab run "$experiment" --out "$out" --shard "$SLURM_ARRAY_TASK_ID/$shards" --jobs @JOBS@ --quiet
    touch "$logs/$SLURM_ARRAY_TASK_ID.done"
    ;;
merge)
    # Ends with exit code 3, and tells which trials are missing, unless all shards are complete.
    searchlab status "$out"
    searchlab merge "$out"
    searchlab report "$out"
    ;;
esac
