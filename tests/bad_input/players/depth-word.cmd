othello play --black pvs:depth=deep
