maze jps maze.txt --moves 4
