othello search --algorithm mtd-step --step 1000001
