gomoku search --evaluation pattern,line-four=1000000
