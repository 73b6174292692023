"""Letters on paper: what a font can show, how wide it is, where a line breaks.

Three families only: Times, which every PDF reader brings, Bitstream Vera, which comes with reportlab, and
DejaVu, which is Vera with more letters, Greek and Cyrillic among them (`font_files/`); the two go into the
file where they are used. What none shows becomes its plain letter, or else a plain sign.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

SERIF, SERIF_BOLD, SERIF_ITALIC = "Times-Roman", "Times-Bold", "Times-Italic"
SANS, SANS_BOLD, SANS_ITALIC = "Vera", "VeraBd", "VeraIt"
WIDE, WIDE_BOLD = "DejaVuSans", "DejaVuSans-Bold"

#: What stands for a letter that cannot be shown.
SIGN = "◊"
ELLIPSIS = "…"
#: How far a line of small text shrinks before it is cut, in points.
LEAST = 4.0

_INSTEAD = {SERIF: SANS, SERIF_BOLD: SANS_BOLD, SERIF_ITALIC: SANS_ITALIC}
_WIDER = {SANS: WIDE, SANS_BOLD: WIDE_BOLD, SANS_ITALIC: WIDE}
_LIKE = {"→": "->", "←": "<-", "\u2044": "/", "\u2010": "-", "\u2011": "-", "\t": " ", "\n": " "}
#: Letters of one text that are looked at; a spec's texts are shorter.
_MOST_LETTERS = 20_000
#: Letters of a word that are tried first where it has to fit in a line: more than most lines hold.
_FIRST_TRIED = 128

for _font in (SANS, SANS_BOLD, SANS_ITALIC):
    pdfmetrics.registerFont(TTFont(_font, f"{_font}.ttf"))
for _font in (WIDE, WIDE_BOLD):
    pdfmetrics.registerFont(TTFont(_font, str(Path(__file__).parent / "font_files" / f"{_font}.ttf")))
_IN_VERA = frozenset(map(chr, frozenset(pdfmetrics.getFont(SANS).face.charToGlyph) - {0xFFFF}))
_SHOWN = frozenset(map(ord, _IN_VERA)) | (frozenset(pdfmetrics.getFont(WIDE).face.charToGlyph) - {0xFFFF})


def set_in(font: str, text: str) -> tuple[str, str]:
    """Return the font that shows a text, the one asked for where it can, and the text as that shows it."""
    shown = printable(text)
    if font in _INSTEAD and not _is_western(shown):
        font = _INSTEAD[font]
    if font in _WIDER and not _IN_VERA.issuperset(shown):
        font = _WIDER[font]
    return font, shown


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """Return a text with no letter that our fonts lack, no control sign and no doubled or outer space."""
    composed = unicodedata.normalize("NFC", text[:_MOST_LETTERS])
    return " ".join("".join(_shown(letter) for letter in composed).split())


def is_legible(text: str) -> bool:
    """Return whether anything of a text can be shown as it is."""
    return any(letter.isalnum() for letter in printable(text))


def width_of(text: str, font: str, size: float) -> float:
    """Return how wide a line is, in points."""
    face, shown = set_in(font, text)
    return _at_one_point(shown, face) * size


def fitted(text: str, font: str, size: float, width: float, least: float = LEAST) -> tuple[str, float]:
    """Return a line that is no wider than this, and its size: shrunk as far as `least`, then cut."""
    wide = width_of(text, font, size)
    if wide <= width:
        return printable(text), size
    smaller = max(least, size * width / wide)
    return cut(text, font, smaller, width), smaller


def cut(text: str, font: str, size: float, width: float) -> str:
    """Return as much of a line as there is room for, with an ellipsis where that is not all."""
    shown = printable(text)
    if width_of(shown, font, size) <= width + 0.01:
        return shown
    kept = _letters_within(shown, font, size, width - width_of(ELLIPSIS, font, size))
    return shown[:kept].rstrip() + ELLIPSIS if kept else ""


def wrapped(text: str, font: str, size: float, width: float, most: int = 10_000) -> list[str]:
    """Return the lines of a paragraph, `most` of them; words that are too long are broken anywhere."""
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
    """Return the words of a text, those wider than a line in parts."""
    pieces = []
    for word in text.split(" "):
        rest = word
        while rest:
            kept = max(1, _letters_within(rest, font, size, width))
            pieces.append(rest[:kept])
            rest = rest[kept:]
    return pieces


def _letters_within(text: str, font: str, size: float, width: float) -> int:
    """Return how many letters of a text are no wider than this; far beyond them none is measured."""
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
    """Return how wide a line is in letters of one point: it is measured again for each try at a page."""
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
