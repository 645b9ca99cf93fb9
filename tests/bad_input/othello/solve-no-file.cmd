othello solve gmae.txt
