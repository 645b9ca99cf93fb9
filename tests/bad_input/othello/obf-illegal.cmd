othello solve obf-illegal.obf
