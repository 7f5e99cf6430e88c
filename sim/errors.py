"""The one error a user can cause."""


class BadInput(Exception):
    """Something the user gave cannot be used; the message is the sentence to print."""
