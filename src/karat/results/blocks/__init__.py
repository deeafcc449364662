"""Score an evaluation block by block: one block in this process, or many, from files, here, in processes or on Dask."""
