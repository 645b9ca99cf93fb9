maze generate obstacles --size 1000000x1000000
