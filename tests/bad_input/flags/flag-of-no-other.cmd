maze astar m --weigh 2
