othello book build book-build-empty.txt --out a.book
