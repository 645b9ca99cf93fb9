diff .
