othello solve obf-twice.obf
