maze scen in-wall.map.scen
