report .
