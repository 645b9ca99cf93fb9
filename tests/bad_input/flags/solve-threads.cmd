othello solve game.txt --threads 0
