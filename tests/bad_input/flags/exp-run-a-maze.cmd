run maze.txt
