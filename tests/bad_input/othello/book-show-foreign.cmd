othello book show board.txt
