othello solve game.txt --without table,table
