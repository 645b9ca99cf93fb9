maze compare maze.txt --algorithms dijkstar
