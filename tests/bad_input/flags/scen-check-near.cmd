maze scen yard.map.scen --check jsp
