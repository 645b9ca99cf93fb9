maze astar maze.txt --max-time 99999999999999years
