othello play --black pvs:depth=3,depth=4
