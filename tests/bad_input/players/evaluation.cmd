othello play --black mtdf:evaluation=clasic
