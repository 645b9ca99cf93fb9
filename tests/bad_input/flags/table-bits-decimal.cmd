maze idastar-table maze.txt --table-bits 10.5
