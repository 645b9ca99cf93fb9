gomoku search --evaluation pattern,line-for=50
