gomoku search --algorithm alphabeta --depth 2 --evaluation ustc --win-discount 0.05
