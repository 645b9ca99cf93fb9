maze astar maze.txt --max-memory 99999999999999GiB
