"""How a release is asked from outside: a question as JSON in, an answer as JSON out.

A release that is frozen is asked through it by releases to come, so a question or answer that was released
keeps its form: what changes takes a new name (`program.py` is what a frozen release runs).
"""
