maze astar maze.txt --heuristic zero --heuristic manhattan
