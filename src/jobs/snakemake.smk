# @TITLE@: @TRIALS@ in @TASKS@ tasks, for Snakemake. Written by `searchlab plan`.
#
#   snakemake --snakefile FILE --cores 8
#                        runs all tasks that are not complete and merges them; again after failures: each shard goes
#                        on where it was. --executor slurm sends them to a cluster.
#
# The folder stands on a file system that all nodes see, and searchlab, which is one file, in the PATH of each.

TASKS = @TASKS@
SHARDS = @SHARDS@
# The shards of each task, which one process runs one after the other.
PARTS = @PY_PARTS@
EXPERIMENT = @PY_EXPERIMENT@
OUT = @PY_OUT@
LOGS = @PY_LOGS@


rule all:
    input:
        f"{LOGS}/merged.done",


rule task:
    output:
        touch(f"{LOGS}/task-{{task}}.done"),
    log:
        f"{LOGS}/task-{{task}}.txt",
    params:
        parts=lambda wildcards: ",".join(map(str, PARTS[int(wildcards.task)])),
        experiment=EXPERIMENT,
        out=f"{OUT}/",
        shards=SHARDS,
    threads: @JOBS@
    resources:
        runtime=@HOURS@ * 60,
    retries: 2
    shell:
        "for part in $(echo {params.parts} | tr , ' '); do ln -sf $(basename {log:q}) \"$(dirname {log:q})/$part.txt\"; done;"
        " searchlab run {params.experiment:q} --out {params.out:q} --shard {params.parts}/{params.shards}"
        " --jobs {threads} --max-trials @MOST@ --quiet >> {log:q} 2>&1"


rule merge:
    input:
        expand(f"{LOGS}/task-{{task}}.done", task=range(TASKS)),
    output:
        touch(f"{LOGS}/merged.done"),
    log:
        f"{LOGS}/merge.txt",
    params:
        out=f"{OUT}/",
    shell:
        "(searchlab status {params.out:q} && searchlab merge {params.out:q} && searchlab report {params.out:q})"
        " > {log:q} 2>&1"
