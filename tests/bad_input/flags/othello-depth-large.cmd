othello search --depth 99
