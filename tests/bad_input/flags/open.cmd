maze astar maze.txt --open bukcet
