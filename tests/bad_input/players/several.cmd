othello play --black mtdf:depth=x,time=5,nodes=-1
