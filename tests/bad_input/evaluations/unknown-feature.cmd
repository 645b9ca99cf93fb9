othello search --depth 1 --evaluation classic,mobilty=3
