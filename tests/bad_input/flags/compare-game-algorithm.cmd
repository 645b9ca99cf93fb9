maze compare maze.txt --algorithms mtdf
