experiment=@EXPERIMENT@
out=@OUT@
logs=@LOGS@
tasks=@TASKS@
shards=@SHARDS@

# The shards of a task, with commas.
parts() {
@PARTS@
}
# By one process, which prints into the file of its task; each shard has a link to it. What was cut off goes on where it
# was.
task() {
    parts=$(parts "$1")
    for part in ${parts//,/ }; do ln -sf "task-$1.txt" "$logs/$part.txt"; done
    searchlab run "$experiment" --out "$out" --shard "$parts/$shards" --jobs @JOBS@ --max-trials @MOST@ --quiet \
        >> "$logs/task-$1.txt" 2>&1
    touch "$logs/task-$1.done"
}
