"""Fonts for printing: which characters they have, text widths and line breaks.

Three families only: Times, built into every PDF reader; Bitstream Vera, included in reportlab; and DejaVu, an
extended Vera with Greek and Cyrillic (`font_files/`). The last two are embedded when used. A character that
no font has is replaced by its base letter, or by a placeholder.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

SERIF, SERIF_BOLD, SERIF_ITALIC = "Times-Roman", "Times-Bold", "Times-Italic"
SANS, SANS_BOLD, SANS_ITALIC = "Vera", "VeraBd", "VeraIt"
WIDE, WIDE_BOLD = "DejaVuSans", "DejaVuSans-Bold"

#: Placeholder for an unprintable character.
SIGN = "◊"
ELLIPSIS = "…"
#: Smallest font size in points before small text is cut.
LEAST = 4.0

_INSTEAD = {SERIF: SANS, SERIF_BOLD: SANS_BOLD, SERIF_ITALIC: SANS_ITALIC}
_WIDER = {SANS: WIDE, SANS_BOLD: WIDE_BOLD, SANS_ITALIC: WIDE}
_LIKE = {"→": "->", "←": "<-", "\u2044": "/", "\u2010": "-", "\u2011": "-", "\t": " ", "\n": " "}
#: Maximum characters of a text that are processed; all spec texts are shorter.
_MOST_LETTERS = 20_000
#: First guess of how many characters fit into a line: more than most lines hold.
_FIRST_TRIED = 128

for _font in (SANS, SANS_BOLD, SANS_ITALIC):
    pdfmetrics.registerFont(TTFont(_font, f"{_font}.ttf"))
for _font in (WIDE, WIDE_BOLD):
    pdfmetrics.registerFont(TTFont(_font, str(Path(__file__).parent / "font_files" / f"{_font}.ttf")))
_IN_VERA = frozenset(map(chr, frozenset(pdfmetrics.getFont(SANS).face.charToGlyph) - {0xFFFF}))
_SHOWN = frozenset(map(ord, _IN_VERA)) | (frozenset(pdfmetrics.getFont(WIDE).face.charToGlyph) - {0xFFFF})


def set_in(font: str, text: str) -> tuple[str, str]:
    """Return the font to use, the requested one if possible, and the text adapted to it."""
    shown = printable(text)
    if font in _INSTEAD and not _is_western(shown):
        font = _INSTEAD[font]
    if font in _WIDER and not _IN_VERA.issuperset(shown):
        font = _WIDER[font]
    return font, shown


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """Return the text without unsupported or control characters and with normalised spaces."""
    composed = unicodedata.normalize("NFC", text[:_MOST_LETTERS])
    return " ".join("".join(_shown(letter) for letter in composed).split())


def is_legible(text: str) -> bool:
    """Return whether any character of the text can be printed as it is."""
    return any(letter.isalnum() for letter in printable(text))


def width_of(text: str, font: str, size: float) -> float:
    """Return the width of a line in points."""
    face, shown = set_in(font, text)
    return _at_one_point(shown, face) * size


def fitted(text: str, font: str, size: float, width: float, least: float = LEAST) -> tuple[str, float]:
    """Fit a line into a width: shrink it down to `least`, then cut it; return the line and its size."""
    wide = width_of(text, font, size)
    if wide <= width:
        return printable(text), size
    smaller = max(least, size * width / wide)
    return cut(text, font, smaller, width), smaller


def cut(text: str, font: str, size: float, width: float) -> str:
    """Cut a line to a width, with an ellipsis if anything is lost."""
    shown = printable(text)
    if width_of(shown, font, size) <= width + 0.01:
        return shown
    kept = _letters_within(shown, font, size, width - width_of(ELLIPSIS, font, size))
    return shown[:kept].rstrip() + ELLIPSIS if kept else ""


def wrapped(text: str, font: str, size: float, width: float, most: int = 10_000) -> list[str]:
    """Wrap a paragraph into at most `most` lines; overlong words break anywhere."""
    lines: list[str] = []
    line = ""
    for word in _pieces(printable(text), font, size, width):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, font, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    lines += [line] if line else []
    if len(lines) > most:
        return [*lines[: most - 1], cut(f"{lines[most - 1]} {lines[most]}", font, size, width)]
    return lines


def _pieces(text: str, font: str, size: float, width: float) -> list[str]:
    """Return the words of a text, splitting those wider than a line."""
    pieces = []
    for word in text.split(" "):
        rest = word
        while rest:
            kept = max(1, _letters_within(rest, font, size, width))
            pieces.append(rest[:kept])
            rest = rest[kept:]
    return pieces


def _letters_within(text: str, font: str, size: float, width: float) -> int:
    """Return how many characters fit into a width; measures only slightly beyond it."""
    tried = _FIRST_TRIED
    while width_of(text[:tried], font, size) <= width:
        if tried >= len(text):
            return len(text)
        tried *= 2
    low, high = 0, min(tried, len(text)) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle], font, size) <= width:
            low = middle
        else:
            high = middle - 1
    return low


@lru_cache(maxsize=8192)
def _at_one_point(shown: str, face: str) -> float:
    """Return the width of a line at one point; cached because page layout measures it repeatedly."""
    return float(pdfmetrics.stringWidth(shown, face, 1))


@lru_cache(maxsize=4096)
def _shown(letter: str) -> str:
    if letter in _LIKE:
        return _LIKE[letter]
    if ord(letter) in _SHOWN and unicodedata.category(letter)[0] != "C":
        return letter
    category = unicodedata.category(letter)
    if category in ("Cc", "Zs", "Zl", "Zp"):
        return " "
    if category in ("Cf", "Mn", "Me", "Cs"):
        return ""
    parts = unicodedata.normalize("NFKD", letter)
    if parts == letter:
        return SIGN
    plain = "".join(_LIKE.get(part, part) for part in parts if unicodedata.category(part) != "Mn")
    if not plain or any(ord(part) not in _SHOWN for part in plain):
        return SIGN
    return f" {plain}" if "/" in plain else plain


def _is_western(text: str) -> bool:
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True
