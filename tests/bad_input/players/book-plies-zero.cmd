othello play --black alphabeta-tt:depth=3,book=a.book,book-plies=0
