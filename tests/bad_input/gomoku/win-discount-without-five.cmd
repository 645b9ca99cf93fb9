gomoku search --algorithm alphabeta --depth 2 --evaluation ustc-rows --win-discount 0.05
