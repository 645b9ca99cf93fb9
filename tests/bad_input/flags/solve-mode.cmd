othello solve game.txt --mode win
