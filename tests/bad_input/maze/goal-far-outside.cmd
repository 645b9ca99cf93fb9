maze astar maze.txt --goal 4294967295,4294967295
