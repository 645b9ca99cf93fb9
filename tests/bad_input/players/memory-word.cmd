othello play --black mtdf:memory=lots
