othello play --black mtdf:depth
