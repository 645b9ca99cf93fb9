maze scen map-gone.scen
