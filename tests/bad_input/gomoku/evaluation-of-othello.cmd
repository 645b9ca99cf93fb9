gomoku search --evaluation classic,corner=500
