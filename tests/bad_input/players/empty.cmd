othello play --black ''
