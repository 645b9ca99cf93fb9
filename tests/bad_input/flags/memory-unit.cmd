maze astar maze.txt --max-memory 5TB
