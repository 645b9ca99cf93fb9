othello engine --threads 999
