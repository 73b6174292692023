"""The map as a small picture, for link previews and lists."""
