"""Texts of people in Markdown (CommonMark) as HTML: HTML in them is shown, never followed.

No pictures either: they would tell a stranger's server who reads.
"""

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

_WITHOUT_TABLES = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable("image")
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").enable("table").disable("image")
#: Signs that open or close something: parsing takes the square of how many of one kind stand in a text, so
#: that twenty thousand brackets took a second for each who looked.
_MARKS, _MOST_MARKS = "[]*_~`<", 400
#: Rows that are short are filled up with cells: a wide head over many short rows would take a second.
_MOST_CELLS = 20_000
#: A text stands below a heading of this level, and its own follow without a gap.
_ABOVE, _LOWEST = 2, 6


def rendered(text: str) -> str:
    """Return the HTML of a text. Links leave without saying where from, and nobody follows them for us.

    A text of very many marks stays as it was typed; what was made of the last texts is kept.
    """
    if any(text.count(mark) > _MOST_MARKS for mark in _MARKS):
        return f"<p>{escape(text)}</p>\n"
    return _parsed(text)


@lru_cache(maxsize=500)
def _parsed(text: str) -> str:
    parser = _PARSER if _most_cells(text) <= _MOST_CELLS else _WITHOUT_TABLES
    tokens = parser.parse(text)
    _lower_headings([token for token in tokens if token.type in ("heading_open", "heading_close")])
    for token in tokens:
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrSet("rel", "nofollow noopener noreferrer ugc")
    return str(parser.renderer.render(tokens, parser.options, {}))


def _most_cells(text: str) -> int:
    """Return how many cells the tables of a text have at most, filled up."""
    lines = text.splitlines()
    return len(lines) * max((line.count("|") + 1 for line in lines), default=0)


def _lower_headings(tokens: Sequence[Token]) -> None:
    """Put the headings of a text below that of the page: who hears them finds no level left out."""
    ranks = {tag: rank for rank, tag in enumerate(sorted({token.tag for token in tokens}))}
    last = _ABOVE
    for token in tokens:
        last = min(_ABOVE + 1 + ranks[token.tag], last + 1, _LOWEST) if token.nesting > 0 else last
        token.tag = f"h{last}"
