othello play --black mtdf:table-bits=3
