othello solve game.txt --position f5
