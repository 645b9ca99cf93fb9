gomoku search --candidates box --margin 23
