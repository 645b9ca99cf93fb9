othello compare --depths 1 --chart nodes.gif
