resume maze.txt
