maze astar maze.txt --max-memory 1.5GiB
