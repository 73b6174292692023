"""What a club puts on a real table, as PDF: scenario card, rosters, stickers, cards, map.

Everything is drawn by hand on a canvas, never through markup, so that text from people can only be text:
no file and no address in it is ever opened. The same scenario and the same choices give the same bytes.
"""
