gomoku compare --depths few
