othello search --depth 1 --evaluation classic,corner=high
