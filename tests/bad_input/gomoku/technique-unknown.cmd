gomoku search --algorithm engine --without vfc
