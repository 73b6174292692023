"""The site as a WSGI application: pages and the API, one thread a request."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from darkseas.local import worker_thread

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")

application = get_wsgi_application()

if settings.HAS_WORKER_THREAD:
    worker_thread.start()
