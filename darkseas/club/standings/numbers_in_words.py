"""Exact numbers formatted for people."""

from fractions import Fraction

_QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_HUNDRED = 100


def number_text(value: Fraction | int) -> str:
    """Format a number: integers and quarters exactly (¼, ½, ¾), others rounded half up to two decimals."""
    value = Fraction(value)
    sign = "−" if value < 0 else ""
    size = abs(value)
    whole, rest = divmod(size, 1)
    if rest == 0:
        return f"{sign}{whole}"
    if rest in _QUARTERS:
        return f"{sign}{whole or ''}{_QUARTERS[rest]}"
    hundredths = (size * _HUNDRED + Fraction(1, 2)) // 1
    return f"{sign}{hundredths // _HUNDRED}.{hundredths % _HUNDRED:02}"


def places_text(first: int, last: int) -> str:
    """Format a place or a range of shared places: `3`, `3–4`."""
    return str(first) if first == last else f"{first}–{last}"
