maze bfs maze.txt --goal 2,2
