gomoku search --rule renjuu --position h8
