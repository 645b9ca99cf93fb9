gomoku compare --positions gone.txt
