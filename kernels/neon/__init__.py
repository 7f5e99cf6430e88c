"""The compiled engine of Neon."""
