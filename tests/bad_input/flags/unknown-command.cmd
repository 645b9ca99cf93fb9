solve maze.txt
