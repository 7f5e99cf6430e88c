"""Neon."""
