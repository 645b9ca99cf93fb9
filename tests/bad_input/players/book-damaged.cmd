othello play --black alphabeta-tt:depth=3,book=book-damaged.book
