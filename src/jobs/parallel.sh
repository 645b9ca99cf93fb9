#!/bin/bash
# @TITLE@: @TRIALS@ in @SHARDS@ shards, for GNU parallel. Written by `searchlab plan`.
#
#   bash FILE            runs all shards that are not complete, one for each core, and merges them; again after
#                        failures: each shard goes on where it was
#   bash FILE -S host1,host2 --workdir .
#                        the same over machines that share this folder: what follows goes to parallel
set -eu
experiment=@EXPERIMENT@
out=@OUT@
logs=@LOGS@
shards=@SHARDS@

mkdir -p "$logs"
# An hour is 3600 seconds, after which TERM ends a shard cleanly.
seq 0 $((shards - 1)) |
    parallel --joblog "$logs/joblog.tsv" --resume-failed --timeout $((@HOURS@ * 3600)) --termseq TERM,20000,KILL "$@" \
        searchlab run "$experiment" --out "$out" --shard "{}/$shards" --jobs @JOBS@ --quiet ">" "$logs/{}.txt" "2>&1" ||
    true
# Ends with exit code 3, and tells which trials are missing, unless all shards are complete.
searchlab status "$out"
searchlab merge "$out"
searchlab report "$out"
