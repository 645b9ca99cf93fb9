othello play --white alphabeta_tt
