gomoku compare --positions game.txt --game 1
