#!/bin/bash
# @TITLE@: @TRIALS@ in @TASKS@ tasks, for HyperQueue. Written by `searchlab plan`.
#
#   hq server start, and hq worker start on each machine, or hq alloc add
#   bash FILE            runs all tasks that are not complete and merges them; again after failures: each shard goes
#                        on where it was
#   hq job progress last
set -eu
@TASK@
case "${1:-submit}" in
submit)
    mkdir -p "$logs"
    missing=$(for ((i = 0; i < tasks; i++)); do [[ -e "$logs/task-$i.done" ]] || printf '%s,' "$i"; done)
    if [[ -n $missing ]]; then
        # A shard whose worker is lost runs again elsewhere, at most so many times.
        hq submit --array "${missing%,}" --name @NAME@ --cpus @JOBS@ --time-limit @HOURS@h --crash-limit 5 \
            --stdout "$logs/hq-%{TASK_ID}.txt" --stderr "$logs/hq-%{TASK_ID}.txt" --wait -- bash "$0" task || true
    fi
    # Ends with exit code 3, and tells which trials are missing, unless all shards are complete.
    searchlab status "$out"
    searchlab merge "$out"
    searchlab report "$out"
    ;;
task)
    task "$HQ_TASK_ID"
    ;;
esac
