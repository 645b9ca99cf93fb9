maze astar maze.txt --heuristic linear-conflict
