maze astar maze.txt --order N,E,S,W,NE,SE,SW,NW
