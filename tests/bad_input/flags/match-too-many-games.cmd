othello match --player random --player level:2 --games 300
