othello match --player random --player level:2 --sprt 5,0
