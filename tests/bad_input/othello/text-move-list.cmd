othello search --depth 1 --position f5d6f5
