maze generate field --density 0.2
