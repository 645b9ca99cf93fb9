tree search tree.txt --depth 0
