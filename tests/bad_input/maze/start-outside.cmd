maze jps maze.txt --moves 8 --start 7,1
