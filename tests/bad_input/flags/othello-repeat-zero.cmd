othello compare --repeat 0
