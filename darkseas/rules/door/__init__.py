"""The protocol between the site and a release: JSON requests and JSON responses.

Later releases use this protocol to talk to frozen releases. So a published request or response never changes
its format; a change needs a new name. A frozen release runs `program.py`.
"""
