gomoku compare --size 15x --depths 1
