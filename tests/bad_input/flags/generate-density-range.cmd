maze generate obstacles --density 1.001
