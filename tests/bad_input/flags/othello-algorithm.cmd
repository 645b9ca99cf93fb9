othello search --algorithm alphabata
