othello solve game.txt --without tabel
