othello play --black mtdf:time=5
