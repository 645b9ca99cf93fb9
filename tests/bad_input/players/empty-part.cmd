othello play --black mtdf:depth=3,,nodes=5
