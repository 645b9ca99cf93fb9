othello compare --game 3 --position f5
