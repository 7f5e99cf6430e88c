"""Neon: the attack; its exact odds."""
