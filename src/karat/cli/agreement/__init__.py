"""``karat agreement``: how far metrics agree with people's labels of extractions."""
