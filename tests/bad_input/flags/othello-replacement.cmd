othello search --replacement newest
