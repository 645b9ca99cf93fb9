othello solve obf-no-side.obf
