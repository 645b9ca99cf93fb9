othello search --depth 1 --evaluation corner=3,classic
