gomoku match --player alphabeta:depth=1,learn=on --player random --games 2
