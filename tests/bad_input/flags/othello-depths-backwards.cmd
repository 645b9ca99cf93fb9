othello compare --depths 6..2
