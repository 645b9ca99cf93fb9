run maze.txt --shard 5/5
