# @TITLE@: @TRIALS@ in @SHARDS@ shards, for Snakemake. Written by `searchlab plan`.
#
#   snakemake --snakefile FILE --cores 8
#                        runs all shards that are not complete and merges them; again after failures: each shard goes
#                        on where it was. --executor slurm sends them to a cluster.
#
# The folder stands on a file system that all nodes see, and searchlab, which is one file, in the PATH of each.

SHARDS = @SHARDS@
EXPERIMENT = @PY_EXPERIMENT@
OUT = @PY_OUT@
LOGS = @PY_LOGS@


rule all:
    input:
        f"{LOGS}/merged.done",


rule shard:
    output:
        touch(f"{LOGS}/{{shard}}.done"),
    log:
        f"{LOGS}/{{shard}}.txt",
    params:
        experiment=EXPERIMENT,
        out=f"{OUT}/",
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
        expand(f"{LOGS}/{{shard}}.done", shard=range(SHARDS)),
    output:
        touch(f"{LOGS}/merged.done"),
    log:
        f"{LOGS}/merge.txt",
    params:
        out=f"{OUT}/",
    shell:
        "(searchlab status {params.out:q} && searchlab merge {params.out:q} && searchlab report {params.out:q})"
        " > {log:q} 2>&1"
