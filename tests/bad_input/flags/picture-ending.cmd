maze astar maze.txt --picture maze.bmp
