othello solve obf-score-word.obf
