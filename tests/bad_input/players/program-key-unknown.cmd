othello play --white 'program:cmd=./engine -q,tme=1s'
