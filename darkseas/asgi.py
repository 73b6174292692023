"""The site as an ASGI application: for streams, where a connection stays open."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")

application = get_asgi_application()
