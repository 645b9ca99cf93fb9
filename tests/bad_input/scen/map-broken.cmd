maze scen map-broken.map.scen
