"""How text files are taken apart: lines, tabs, blocks, brackets, slots."""
