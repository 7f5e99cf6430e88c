"""What a run looks like: tables for the terminal, figures, boards."""
