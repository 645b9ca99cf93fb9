maze astar maze.txt --heuristic euclid
