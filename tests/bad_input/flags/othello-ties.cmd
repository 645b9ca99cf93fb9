othello search --ties random
