"""PDFs for play on a physical table: scenario card, rosters, stickers, ship cards, map.

Everything is drawn directly on a canvas, never through markup, so user text cannot open files or URLs. The
same scenario and options always give the same bytes.
"""
