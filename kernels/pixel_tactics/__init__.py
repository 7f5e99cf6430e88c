"""The compiled engine of Pixel Tactics."""
