"""The Django app of members."""

from collections.abc import Iterable

from django.apps import AppConfig

from darkseas.web.extensions import Extending


class MembersConfig(Extending, AppConfig):
    """Names the app; its one table is the members."""

    name = "darkseas.members"
    label = "members"
    verbose_name = "Members"
    default_auto_field = "django.db.models.BigAutoField"

    def extensions(self) -> Iterable[object]:
        """Add personal tokens to the account page."""
        from .account_sections import AccountPart
        from .personal_tokens.views import account_section

        return [AccountPart(70, account_section)]
