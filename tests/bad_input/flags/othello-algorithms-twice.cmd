othello compare --algorithms mtdf,mtdf
