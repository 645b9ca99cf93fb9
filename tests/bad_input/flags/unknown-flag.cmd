maze astar maze.txt --wieght 2
