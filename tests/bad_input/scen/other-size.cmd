maze scen other-size.map.scen
