resume .
