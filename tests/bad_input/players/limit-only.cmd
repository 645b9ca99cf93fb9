othello play --black minimax:time=1s
