othello book build game.txt --out a.book
