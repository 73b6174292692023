"""The site's Celery app. Tasks live in each Django app's ``tasks`` module."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")

app = Celery("darkseas")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
