othello play --black program:time=1s
