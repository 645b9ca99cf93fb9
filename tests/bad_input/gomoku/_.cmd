gomoku compare --depths 1 --positions {}
