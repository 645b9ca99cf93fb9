maze scen {}
