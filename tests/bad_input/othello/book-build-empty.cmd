othello book build board.txt --out a.book
