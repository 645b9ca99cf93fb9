maze generate room
