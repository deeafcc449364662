"""How definitions are computed. Begin with :mod:`karat.algebra.plans.choice`, whose table says which plan is chosen.

What the tricks for speed are worth: how much slower a row of ``make bench`` becomes without each (November 2026). A
trick that no row shows by some 10 % is removed.

- documents of a corpus counted in columns (``DiscreteMatchPlan.corpus``): ×5.6, relations/f1, 1,000 sentences
- sets of records intersected whole (``DiscreteMatchPlan._own_keys``): ×3.5, relations/f1, 1,000 sentences
- documents of a corpus looked up in columns (``KeyedMatchPlan.corpus``): ×1.9, events, 1,000 sentences
- fields, masses and values of many objects at once (``all_keys``, ``owns``, ``values``): ×1.2, events, 1,000 sentences
- B³ by a contingency table (``MembershipPlan``): ×3 to 11, coreference, 10 to 1,000 mentions
- MUC and CEAF by a contingency table (``CountedMatchPlan``): ×2.4 to 6, coreference, 10 to 1,000 mentions
- one contingency table for all metrics of a document (``sharing``): ×1.9 to 3, coreference, 10 to 5,000 mentions
- the table by set differences (``contingency._of_sets``): ×1.5 to 3.9, coreference, 10 to 5,000 mentions
- masses of a side from one linear formula (``counting.LinearMass``): ×1.8 to 2.2, coreference, 10 to 100 mentions
- values as integers on one scale (``counting.SCALE``): ×1.2 to 1.4, coreference, 10 to 5,000 mentions
- sets read as they are (``Counting.keeps_sets``): ×1.1, coreference, 10 to 1,000 mentions
- a few pairs under one key compared one by one (``pairing.FEW``): ×1.4 to 1.8, templates, 2 to 50
- dominant pairs taken before the solver (``assignment._take_dominant``): ×2 to 2.8, coreference, 1,000 mentions
- one round of an auction (``assignment._auction``): ×1.3 to 1.4, coreference, 100 mentions
- small parts enumerated (``assignment._enumerate``): none; saves importing scipy for small documents
- small problems with variables by one assignment (``latent/first_assignment.py``): ×1.6, amr/smatch exact, 12 nodes
- slots of a score set directly (``Score.__init__``): ×1.1, coreference, 10 mentions
"""
