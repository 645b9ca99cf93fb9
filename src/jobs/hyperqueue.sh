#!/bin/bash
# @TITLE@: @TRIALS@ in @SHARDS@ shards, for HyperQueue. Written by `searchlab plan`.
#
#   hq server start, and hq worker start on each machine, or hq alloc add
#   bash FILE            runs all shards that are not complete and merges them; again after failures: each shard goes
#                        on where it was
#   hq job progress last
set -eu
experiment=@EXPERIMENT@
out=@OUT@
logs=@LOGS@
shards=@SHARDS@

case "${1:-submit}" in
submit)
    mkdir -p "$logs"
    missing=$(for ((i = 0; i < shards; i++)); do [[ -e "$logs/$i.done" ]] || printf '%s,' "$i"; done)
    if [[ -n $missing ]]; then
        # A shard whose worker is lost runs again elsewhere, at most so many times.
        hq submit --array "${missing%,}" --name @NAME@ --cpus @JOBS@ --time-limit @HOURS@h --crash-limit 5 \
            --stdout "$logs/%{TASK_ID}.txt" --stderr "$logs/%{TASK_ID}.txt" --wait -- bash "$0" shard || true
    fi
    # Ends with exit code 3, and tells which trials are missing, unless all shards are complete.
    searchlab status "$out"
    searchlab merge "$out"
    searchlab report "$out"
    ;;
shard)
    searchlab run "$experiment" --out "$out" --shard "$HQ_TASK_ID/$shards" --jobs @JOBS@ --quiet
    touch "$logs/$HQ_TASK_ID.done"
    ;;
esac
