"""Django app for scenarios, drafts and revisions."""

from collections.abc import Iterable

from django.apps import AppConfig

from darkseas.web.extensions import Extending


class ScenariosAppConfig(Extending, AppConfig):
    """The tables of this app are scenarios, drafts and revisions."""

    name = "scenarios_app"
    verbose_name = "Scenarios"
    default_auto_field = "django.db.models.BigAutoField"

    def extensions(self) -> Iterable[object]:
        """Add the scenarios of a member, the API of scenarios and the titles of classes of ships."""
        from darkseas.members.account_sections import AccountPart
        from darkseas.web.openapi.operations import ApiOperations
        from scenarios_app.drafts import account_section
        from scenarios_app.drafts import openapi_operations as drafts
        from scenarios_app.file_format import openapi_operations as file_format
        from scenarios_app.library import openapi_operations as library
        from scenarios_app.maps import openapi_operations as maps
        from scenarios_app.moderation.source_notes import SourceSubject
        from scenarios_app.ships import openapi_operations as ships
        from scenarios_app.ships.data import class_name

        return [
            AccountPart(30, account_section.account_section),
            ApiOperations(drafts.OPERATIONS),
            ApiOperations(file_format.OPERATIONS),
            ApiOperations(library.OPERATIONS),
            ApiOperations(maps.OPERATIONS),
            ApiOperations(ships.OPERATIONS),
            SourceSubject("class", class_name),
        ]
