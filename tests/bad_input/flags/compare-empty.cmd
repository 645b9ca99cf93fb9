maze compare maze.txt --algorithms ''
