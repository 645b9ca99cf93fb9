#!/bin/bash
# @TITLE@: @TRIALS@ in @TASKS@ tasks, for GNU parallel. Written by `searchlab plan`.
#
#   bash FILE            runs all tasks that are not complete, one for each core, and merges them; again after
#                        failures: each shard goes on where it was
#   bash FILE -S host1,host2 --workdir .
#                        the same over machines that share this folder: what follows goes to parallel
set -eu
@TASK@
case "${1:-submit}" in
task)
    task "$2"
    ;;
*)
    mkdir -p "$logs"
    # An hour is 3600 seconds, after which TERM ends a shard cleanly.
    for ((i = 0; i < tasks; i++)); do [[ -e "$logs/task-$i.done" ]] || echo "$i"; done |
        parallel --joblog "$logs/joblog.tsv" --timeout $((@HOURS@ * 3600)) --termseq TERM,20000,KILL "$@" \
            bash "$0" task "{}" || true
    # Ends with exit code 3, and tells which trials are missing, unless all shards are complete.
    searchlab status "$out"
    searchlab merge "$out"
    searchlab report "$out"
    ;;
esac
