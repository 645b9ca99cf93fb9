gomoku search --algorithm alphabeta --depth 2 --evaluation ustc-report --win-discount 1.5
