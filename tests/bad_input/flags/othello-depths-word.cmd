othello compare --depths deep
