othello play --black mtdf:evaluation=classic,cornr=5
