"""Renders users' Markdown (CommonMark) as HTML; HTML in the text is escaped.

Images are not rendered: they would reveal readers to another server.
"""

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

_WITHOUT_TABLES = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable("image")
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").enable("table").disable("image")
#: Limit on delimiters of one kind. Parsing time grows with the square of their number: twenty thousand
#: brackets took a second per view.
_MARKS, _MOST_MARKS = "[]*_~`<", 400
#: Limit on table cells. Short rows are filled up with cells, so a wide header over many short rows took a
#: second.
_MOST_CELLS = 20_000
#: Level of the page's heading above a text; the text's own headings continue from it without a gap.
_ABOVE, _LOWEST = 2, 6


def rendered(text: str) -> str:
    """Render a text. Links send no referrer and do not count for search engines.

    A text with too many delimiters is shown as typed. The most recent results are cached.
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
    """Return an upper bound for the number of cells in a text's tables, including filled ones."""
    lines = text.splitlines()
    return len(lines) * max((line.count("|") + 1 for line in lines), default=0)


def _lower_headings(tokens: Sequence[Token]) -> None:
    """Shift a text's headings below the page's heading, so that screen readers find no gap in the levels."""
    ranks = {tag: rank for rank, tag in enumerate(sorted({token.tag for token in tokens}))}
    last = _ABOVE
    for token in tokens:
        last = min(_ABOVE + 1 + ranks[token.tag], last + 1, _LOWEST) if token.nesting > 0 else last
        token.tag = f"h{last}"
