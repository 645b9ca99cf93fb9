gomoku play --black 'program:cmd=engine "a b,time=1s'
