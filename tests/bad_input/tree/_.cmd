tree search {}
