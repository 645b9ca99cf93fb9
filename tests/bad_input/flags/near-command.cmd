mzae astar maze.txt
