gomoku search --algorithm alphabeta --depth 2 --without late-move
