"""Speed, measured: `python -m benchmarks.<subject>` prints a table."""
