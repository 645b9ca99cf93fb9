maze astar maze.txt --heuristic
