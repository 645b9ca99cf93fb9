othello perft
