maze astar maze.txt --format jsn
