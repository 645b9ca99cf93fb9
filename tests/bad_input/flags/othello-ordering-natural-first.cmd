othello search --ordering natural,table
