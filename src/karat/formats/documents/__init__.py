"""Documents of other tasks: coreference, AMR, spans, templates, dependencies, trees."""
