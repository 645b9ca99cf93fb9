maze dijkstra yard.map
