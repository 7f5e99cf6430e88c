"""Breaking sentences into lines; light, so that a short answer does not wait for heavy imports."""

from textwrap import fill


def wrapped(text: str, width: int) -> str:
    """Return the text in lines, none of which breaks within "55.3 ± 1.0 %"."""
    held = text.replace(" ± ", "\u00a0±\u00a0").replace(" %", "\u00a0%")
    return fill(held, width, break_long_words=False).replace("\u00a0", " ")
