maze astar maze.txt --tie-break random
