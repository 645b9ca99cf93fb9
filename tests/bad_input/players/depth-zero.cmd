othello play --black mtdf:depth=0
