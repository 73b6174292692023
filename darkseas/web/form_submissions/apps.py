"""The Django app of the record of sent forms."""

from django.apps import AppConfig


class FormSubmissionsConfig(AppConfig):
    """Lets Django find the table."""

    name = "darkseas.web.form_submissions"
    label = "form_submissions"
    verbose_name = "Form submissions"
    default_auto_field = "django.db.models.BigAutoField"
