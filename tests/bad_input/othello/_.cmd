othello compare --depths 1 --positions {}
