othello search --depth 0
