maze astar maze.txt --order UDL
