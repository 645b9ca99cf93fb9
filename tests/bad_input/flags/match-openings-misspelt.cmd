othello match --player random --player level:2 --openings balancd
