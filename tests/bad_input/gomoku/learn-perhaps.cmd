gomoku match --player alphabeta:depth=1,learn=perhaps --player random --games 2 --series 4
