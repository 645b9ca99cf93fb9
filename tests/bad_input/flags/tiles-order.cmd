tiles astar board.txt --order ULRR
