maze idastar maze.txt --moves 8 --heuristic manhattan
