maze wastar maze.txt --weight 0.999
