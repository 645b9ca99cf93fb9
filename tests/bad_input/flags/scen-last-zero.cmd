maze scen yard.map.scen --last 0
