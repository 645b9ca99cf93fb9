othello solve obf-no-score.obf
