othello perft --depth 3
