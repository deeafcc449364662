"""Systems that take sentences and give extractions, and how any of them is run, recorded, interrupted and resumed."""
