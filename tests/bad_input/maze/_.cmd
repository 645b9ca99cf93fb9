maze astar {}
