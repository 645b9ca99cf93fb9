gomoku search --depth 61 --position h8
