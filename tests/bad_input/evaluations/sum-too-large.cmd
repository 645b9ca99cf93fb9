othello search --depth 1 --evaluation corner=100000,edge=100000
