maze alphabeta maze.txt
