maze asatr maze.txt
