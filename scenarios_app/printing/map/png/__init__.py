"""A chart as a small picture in colours, for where no page can draw it: beside a link, in a list."""
