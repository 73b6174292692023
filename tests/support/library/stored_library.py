"""The library in a test's database: loaded once in a process, from then on copied row by row."""

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from scenarios_app.library import loader

_APP = "scenarios_app"


#: What `library.load` made of an empty database; nothing before the first time.
_rows: dict[type[Model], list[Model]] = {}


def load_library() -> None:
    """Have the library's scenarios and maps in the database, which must hold none of either yet.

    What `library.load` leaves there is the same in every test, so it is done once; it takes a second of a
    processor, and the copy a twentieth of that.
    """
    models = list(apps.get_app_config(_APP).get_models(include_auto_created=True))
    assert not any(model._default_manager.exists() for model in models)
    if not _rows:
        loader.load()
        _rows.update({model: list(model._default_manager.all()) for model in models})
        return
    with transaction.atomic():
        for model, rows in _rows.items():
            model._default_manager.bulk_create(rows)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
