"""Agreement of raters on categories: coefficients with intervals, and verdicts of a metric against people's labels."""
