gomoku match --player alphabeta:depth=1 --player random --games 2 --series 4
