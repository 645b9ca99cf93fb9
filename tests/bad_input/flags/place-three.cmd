maze astar maze.txt --goal 1,1,1
