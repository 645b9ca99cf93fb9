gomoku search --algorithm engine --without vcf,vcf
