tiles jps board.txt
