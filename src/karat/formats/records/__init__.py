"""Records: what has named parts, out of tables, JSON, Python objects and models' answers, and how it becomes rows."""
