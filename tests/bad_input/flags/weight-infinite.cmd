maze wastar maze.txt --weight inf
