gomoku search --position 'the middle'
