gomoku search --size 9 --stones h8j10
