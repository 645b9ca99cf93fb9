gomoku search --algorithm enginee
