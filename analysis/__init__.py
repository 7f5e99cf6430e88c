"""Statistics of runs: polars frames in, polars frames out."""
