maze astar - < from-stdin.txt
