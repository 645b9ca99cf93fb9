othello perft 2 --position f5e9
