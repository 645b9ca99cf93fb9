othello play --black minimax-memo:table-bits=0
