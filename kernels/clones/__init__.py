"""The engine of Clones: Reload."""
