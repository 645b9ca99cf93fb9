tiles astar board.txt --first 0
