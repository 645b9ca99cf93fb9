maze maze.txt
