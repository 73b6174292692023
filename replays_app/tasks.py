"""Background work on battles: each task takes an id, calls one function, and may run twice."""

from uuid import UUID

from celery import shared_task

from . import resimulation
from .models import Battle


@shared_task(name="ds.sim.check_battle")
def check_battle(battle_id: str) -> None:
    """Check one battle; what is found is stored."""
    resimulation.check(Battle.objects.get(pk=UUID(battle_id)))


@shared_task(name="ds.sim.check_all_battles")
def check_all_battles() -> None:
    """Ask for a check of every battle."""
    for battle_id in Battle.objects.values_list("pk", flat=True).iterator():
        check_battle.delay(battle_id.hex)
