# @TITLE@: @TRIALS@ in @SHARDS@ shards, for Snakemake. Written by `searchlab plan`.
#
#   snakemake --snakefile FILE --cores 8
#                        runs all shards that are not complete and merges them; again after failures: each shard goes
#                        on where it was. --executor slurm sends them to a cluster.

SHARDS = @SHARDS@
EXPERIMENT = @PY_EXPERIMENT@
OUT = @PY_OUT@
LOGS = @PY_LOGS@


rule all:
    input:
        LOGS + "/merged.done",


rule shard:
    output:
        touch(LOGS + "/{shard}.done"),
    log:
        LOGS + "/{shard}.txt",
    params:
        experiment=EXPERIMENT,
        out=OUT,
        shards=SHARDS,
    threads: @JOBS@
    resources:
        runtime=@HOURS@ * 60,
    retries: 2
    shell:
        "searchlab run {params.experiment:q} --out {params.out:q} --shard {wildcards.shard}/{params.shards}"
        " --jobs {threads} --quiet > {log:q} 2>&1"


rule merge:
    input:
        expand(LOGS + "/{shard}.done", shard=range(SHARDS)),
    output:
        touch(LOGS + "/merged.done"),
    log:
        LOGS + "/merge.txt",
    params:
        out=OUT,
    shell:
        "(searchlab status {params.out:q} && searchlab merge {params.out:q} && searchlab report {params.out:q})"
        " > {log:q} 2>&1"
