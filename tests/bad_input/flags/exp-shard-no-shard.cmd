run maze.txt --shard two
