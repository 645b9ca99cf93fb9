gomoku search --size 4
