othello search --depth 1 --evaluation corner
