maze generate braid --size 0x0
