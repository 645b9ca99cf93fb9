othello play --black mtdg
