maze astar maze.txt --color on
