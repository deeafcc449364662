"""Abstract Meaning Representation: Smatch (Chen et al., 2023, equations 34 to 36)."""

from __future__ import annotations

from karat import algebra as k
from karat.model import Variable

node_or_text = k.union({Variable: k.latent, str: k.equal})

triple = k.product(source=k.latent, role=k.equal, target=node_or_text)

# Equation 35. A triple that is written twice counts once.
SMATCH = k.match(triple, distinct=True).f1.named("smatch")
