maze astar maze.txt --weight 2
