maze wastar maze.txt --weight 1.0001
