maze astar maze.txt --draw yes
