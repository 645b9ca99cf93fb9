maze astar maze.txt --start 0,0
