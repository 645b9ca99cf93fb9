tiles astar board.txt --heuristic linear_conflict
