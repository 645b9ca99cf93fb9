gomoku search --position ''
