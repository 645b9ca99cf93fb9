maze astar maze.txt -z
