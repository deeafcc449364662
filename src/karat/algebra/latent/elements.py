ElementPair = solve_elements = None
