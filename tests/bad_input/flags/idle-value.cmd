othello search --algorithm minimax --depth 2 --table-bits many
