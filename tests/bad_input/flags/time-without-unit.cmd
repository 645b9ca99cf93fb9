maze astar maze.txt --max-time 10
