maze generate field --size 10
