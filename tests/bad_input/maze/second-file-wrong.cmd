maze compare maze.txt board.txt
