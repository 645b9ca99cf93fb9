maze astar none/maze.txt
