othello solve obf-board-short.obf
