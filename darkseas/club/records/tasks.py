from celery import shared_task

from . import recomputation


@shared_task(name="ds.club.ask_for_records")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def ask_for_records() -> None:
    """Queue updates of the records of clubs with changes."""
    recomputation.ask_where_changed()
