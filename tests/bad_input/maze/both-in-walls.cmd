maze compare maze.txt --start 0,0 --goal 4,6
