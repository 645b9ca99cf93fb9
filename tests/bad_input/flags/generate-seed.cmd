maze generate prim --seed 1.5
