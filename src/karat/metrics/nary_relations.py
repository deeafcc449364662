"""N-ary relations between entities, as SciREX scores them (Chen et al., 2023, equations 29 to 31)."""

from __future__ import annotations

from karat import algebra as k

# Equation 29.
mention = k.product(indices=k.match(k.equal).jaccard.above(0.5))

# Equation 30.
role_filler = k.product(role=k.equal, entity=k.match(mention).precision.above(0.5))

# Equation 31.
relation = k.product(arguments=k.match(role_filler).f1.at_least(1))

SCIREX = k.match(relation).f1.named("scirex")
