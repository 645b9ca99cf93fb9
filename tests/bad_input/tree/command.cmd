tree serach tree.txt
