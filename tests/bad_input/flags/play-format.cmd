othello play --black random --white random --format csv
