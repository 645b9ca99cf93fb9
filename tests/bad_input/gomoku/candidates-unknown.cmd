gomoku search --candidates boxes
