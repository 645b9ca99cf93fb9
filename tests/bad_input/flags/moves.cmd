maze astar maze.txt --moves 5
