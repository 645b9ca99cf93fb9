othello play --black mtdf:memory=1MiB,table-bits=24
