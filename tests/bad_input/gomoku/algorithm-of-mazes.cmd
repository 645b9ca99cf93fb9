gomoku compare --algorithms astar
