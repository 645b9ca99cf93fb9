tiles bfs board.txt board.txt
