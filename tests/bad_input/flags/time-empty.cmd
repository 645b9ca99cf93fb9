maze astar maze.txt --max-time ''
