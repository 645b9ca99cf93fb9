gomoku search --depth 1 --position h8 --picture board.png
