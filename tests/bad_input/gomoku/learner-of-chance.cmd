gomoku match --player mcts:learn=on --player random --games 2 --series 4
