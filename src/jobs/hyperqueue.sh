#!/bin/bash
# @TITLE@: @TRIALS@ in @TASKS@ tasks, for HyperQueue. Written by `searchlab plan`.
#
#   hq server start, and hq worker start on each machine, or hq alloc add
#   bash FILE            runs all tasks that are not complete and merges them; again after failures: each shard goes
#                        on where it was
#   hq job progress last
set -eu
experiment=@EXPERIMENT@
out=@OUT@
logs=@LOGS@
tasks=@TASKS@
shards=@SHARDS@

# The shards of a task.
parts() {
@PARTS@
}
# One after the other. What was cut off goes on where it was.
task() {
    for part in $(parts "$1"); do
        searchlab run "$experiment" --out "$out" --shard "$part/$shards" --jobs @JOBS@ --quiet >> "$logs/$part.txt" 2>&1
    done
    touch "$logs/task-$1.done"
}

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
