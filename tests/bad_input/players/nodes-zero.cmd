othello play --white mtdf:nodes=0
