tree search aima.txt --algorithm alphabet
