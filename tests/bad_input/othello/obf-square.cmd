othello solve obf-square.obf
