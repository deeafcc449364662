"""Run the parts of a large input in this process, in several, or on a cluster, with results in the parts' order."""
