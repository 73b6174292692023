"""The part of the site where a connection stays open: the streams of battles, as an ASGI application.

Pages and the rest of the API are the other application's (`wsgi.py`).
"""

import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")
django.setup()

# Models can be imported only now.
application = import_module("replays_app.live.stream.application").application
