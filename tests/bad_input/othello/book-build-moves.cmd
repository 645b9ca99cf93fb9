othello book build book-build-moves.txt --out a.book
