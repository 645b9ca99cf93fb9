othello search --position ''
