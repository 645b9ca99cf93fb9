othello search --depth 1 --evaluation clasic,corner=x
