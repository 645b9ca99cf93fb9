maze idastar-table maze.txt --table-bits 3
