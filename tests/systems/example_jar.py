"""A small jar that stands for CoreNLP's, and what is in it."""

from __future__ import annotations

import hashlib

from karat.systems.corenlp.jars.artifacts import Artifact

CONTENT = bytes(range(256)) * 400
JAR = Artifact("com/example", "thing", "1.2", len(CONTENT), hashlib.sha256(CONTENT).hexdigest(), "models")
