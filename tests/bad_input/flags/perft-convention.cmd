othello perft 3 --convention fforum
