"""Numbers and lists as people say them, for the sentences of all rules systems."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..serialization.codec import FRACTION

_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_PARTS: Mapping[tuple[int, int], str] = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 6): "⅙",
    (5, 6): "⅚",
    (1, 8): "⅛",
    (3, 8): "⅜",
    (5, 8): "⅝",
    (7, 8): "⅞",
}
#: The typographic minus sign, which is as wide as a plus sign.
MINUS = "−"


def number_word(number: int) -> str:
    """Return a number in words up to twelve, then in digits: "three", "14"; 0 is "no"."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: "one ship", "no ships", "three merchantmen"."""
    return f"{number_word(number)} {noun if number == 1 else plural or noun + 's'}"


def tally(number: int, noun: str, plural: str = "") -> str:
    """Return a count in digits with its noun, for labels and tables: "1 ship", "3 ships"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def signed(number: int) -> str:
    """Return a signed amount: "+2", "−1", "0"."""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def mixed(value: Fraction | int) -> str:
    """Return a number with a printed fraction: "27½", "⅔", "4", "1 5/12", "−½"."""
    top, bottom = value.numerator, value.denominator
    if bottom == 1:
        return str(top) if top >= 0 else f"{MINUS}{-top}"
    whole, rest = divmod(abs(top), bottom)
    sign = MINUS if top < 0 else ""
    part = _PARTS.get((rest, bottom))
    if part is None:
        part = f"{' ' if whole else ''}{rest}/{bottom}"
    return f"{sign}{whole or ''}{part}"


def points(value: Fraction | int) -> str:
    """Return an amount of points: "29 points", "1 point", "14½ points"."""
    return f"{mixed(value)} point{'' if value == 1 else 's'}"


def points_text(text: str) -> str:
    """Return stored points ("55/2") as people say them ("27½"); other text unchanged."""
    return mixed(Fraction(text)) if FRACTION.fullmatch(text) else text


def decimal(value: Fraction | int, places: int = 3) -> str:
    """Return a non-negative number in decimals, halves rounded up: "7.68", "0.333", "4"."""
    scale = 10**places
    whole, rest = divmod((2 * value.numerator * scale + value.denominator) // (2 * value.denominator), scale)
    return f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".") if rest else str(whole)


def percent(chance: Fraction) -> str:
    """Return a probability in whole per cent, never 0 or 100 unless exact: "42 %", "under 1 %"."""
    hundredths = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if chance and not hundredths:
        return "under 1 %"
    return "over 99 %" if hundredths >= 100 and chance < 1 else f"{hundredths} %"


def joined(items: Sequence[str], most: int = 1000) -> str:
    """Return a list in a sentence: "Aoba, Kako and Yubari"; beyond `most`: "Aoba, Kako and 3 others"."""
    if len(items) > most:
        left_out = len(items) - most + 1
        return f"{', '.join(items[: most - 1])} and {left_out} others"
    if len(items) > 1:
        return f"{', '.join(items[:-1])} and {items[-1]}"
    return items[0] if items else ""


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


_ALLIANCES = ("Allies", "Axis", "Axis powers")
_TAKES_ARTICLE = ("Navy", "Fleet", "Squadron", "States", "Netherlands", "Kriegsmarine", "Marina", "Union")


def party(name: str) -> str:
    """Return a side's name within a sentence: "Japan", "the Allies", "the Royal Navy"."""
    if name in _ALLIANCES or name.rpartition(" ")[2] in _TAKES_ARTICLE:
        return f"the {name}"
    return name


def wins(name: str) -> str:
    """Return a side with its verb: "Japan wins", "the Allies win"."""
    many = name.rpartition(" ")[2] in ("Allies", "powers")
    return f"{party(name)} {'win' if many else 'wins'}"


def times(factor: Fraction, what: str) -> str:
    """Return a multiple in words: "half her points", "her points in full", "three times her points"."""
    if factor == 1:
        return f"{what} in full"
    if factor == Fraction(1, 2):
        return f"half {what}"
    if factor == 2:
        return f"twice {what}"
    if factor < 1:
        return f"{mixed(factor)} of {what}"
    return f"{number_word(factor.numerator) if factor.denominator == 1 else mixed(factor)} times {what}"
