maze astar maze.txt --max-nodes 1e6
