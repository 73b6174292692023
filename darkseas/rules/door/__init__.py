"""The protocol between the site and a release: a JSON question in, a JSON answer out.

Later releases talk to frozen ones through it. So a published question or answer keeps its form, and a change
gets a new name (`program.py` is what a frozen release runs).
"""
