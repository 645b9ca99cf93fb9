othello play --black minimax:table-bits=8
