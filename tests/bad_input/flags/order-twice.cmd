maze astar maze.txt --moves 8 --order N,N,S,W,NE,SE,SW,NW
