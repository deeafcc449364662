"""How definitions are computed.

================  ============================================================================================
``plan``          the interface: six methods, and keys for the matching around a plan; read it first
``choice``        which plan a definition gets
``atoms``         equality, functions, products, unions, thresholds, weights, transforms, normalisers
``matchings``     pairs that are alike, the chosen ones, their masses; elements with keys; read it third
``counting``      formulas over counts of shared elements, and the contingency table that metrics share
``collections``   what compares whole collections: counts, inclusion, the best pair; MUC, CEAF, B³, BLANC
``structured``    matchings that search: latent variables, sequences, graphs
``swept_corpus``  a threshold swept over extractions with confidences, document by document and over a corpus
``reading``       fields of objects, elements of collections, keys with and without a hash
================  ============================================================================================
"""
