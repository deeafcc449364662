"""Stanford CoreNLP (Manning et al., 2014): Open IE, parse trees, dependencies and parts of speech from its server."""

from karat.systems.corenlp.options import CorenlpOptions
from karat.systems.corenlp.system import Corenlp

__all__ = ["Corenlp", "CorenlpOptions"]
