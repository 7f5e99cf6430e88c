"""Steel Arena: Arsenal: the compiled engine."""
