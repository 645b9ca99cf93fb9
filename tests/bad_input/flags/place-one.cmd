maze astar maze.txt --start 1
