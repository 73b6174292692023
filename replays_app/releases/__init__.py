"""Releases of the rules: today's in process, an older one through its archive in a child process."""
