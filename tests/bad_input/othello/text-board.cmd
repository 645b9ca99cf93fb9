othello search --depth 1 --position '---------------------------OX------XO--------------------------- Y'
