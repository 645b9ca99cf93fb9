maze scen other-map.map.scen
