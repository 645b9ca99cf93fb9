maze astar maez.txt
