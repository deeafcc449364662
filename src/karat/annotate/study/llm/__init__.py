"""A language model as one more labeller of a study: its prompt, its demonstrations, its answers.

The k-shot protocol is that of ROBUST (4.2 and A.3), the rules are those that people label by.
"""
