gomoku search --algorithm engine --table-bits 33
