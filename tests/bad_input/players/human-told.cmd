othello play --black human:depth=3
