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
