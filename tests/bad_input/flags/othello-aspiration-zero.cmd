othello search --algorithm pvs --aspiration 0
