othello book build book-build-short.wtb --out a.book
