othello solve obf-score-large.obf
