othello solve obf-empty.obf
