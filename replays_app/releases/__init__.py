"""Releases of the rules: the current one in process, older ones from archives in child processes."""
