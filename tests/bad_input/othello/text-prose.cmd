othello search --position 'the opening'
