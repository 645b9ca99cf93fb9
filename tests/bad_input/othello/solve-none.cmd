othello solve
