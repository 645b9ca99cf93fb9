maze compare maze.txt --algorithms astar,bfs,astar
