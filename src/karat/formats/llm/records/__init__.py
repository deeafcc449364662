"""JSON of any everyday shape: where its extractions are, which sentences they are of, and what to say if none are."""
