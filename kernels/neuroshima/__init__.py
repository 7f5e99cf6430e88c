"""Neuroshima Hex 3.0: battle, turn, players."""
