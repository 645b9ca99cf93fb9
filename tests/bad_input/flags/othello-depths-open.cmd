othello compare --depths 3..
