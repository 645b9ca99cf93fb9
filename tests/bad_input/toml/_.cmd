run {} --out d
