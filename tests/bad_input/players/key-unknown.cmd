othello play --black mtdf:deepth=4
