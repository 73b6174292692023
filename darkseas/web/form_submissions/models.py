"""The table of sent forms."""

from django.db import models


class FormSubmission(models.Model):
    """A form that was sent to a view that creates something; `store` writes these rows.

    ``key`` is a keyed hash of sender, address and content. ``salt`` makes the secrets of this submission.
    ``ended_at`` is empty while the view runs, and ``leads_to`` is the address that it redirected to.
    """

    key = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    began_at = models.DateTimeField(db_index=True)
    ended_at = models.DateTimeField(null=True)
    leads_to = models.TextField(default="")
