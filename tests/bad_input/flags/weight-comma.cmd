maze wastar maze.txt --weight 1,5
