"""The site's Celery app. Tasks live in the ``tasks`` modules of Django apps and of the rooms named here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "darkseas.settings")

app = Celery("darkseas")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["replays_app.simulation"])
app.autodiscover_tasks(["darkseas.members"], related_name="account_emails")
app.autodiscover_tasks(
    [f"darkseas.club.{room}" for room in ("results", "records", "feeds", "tournaments.dates")]
)
