othello search --ordering histroy
