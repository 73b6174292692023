"""PNG pictures of maps for link previews and lists."""
