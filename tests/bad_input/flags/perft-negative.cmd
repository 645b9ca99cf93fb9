othello perft -1
