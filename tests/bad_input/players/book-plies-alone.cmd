othello play --black alphabeta-tt:depth=3,book-plies=8
