run maze.txt --jobs 0
