from typing import Any

from django.db import migrations


def end_what_former_owners_asked(apps: Any, schema_editor: Any) -> None:
    """End open invitations to scenarios that were handed on: nobody wrote down which owner asked.

    Such a scenario was begun by somebody else than its owner, as the first state that is kept says.
    """
    invitation, states = (apps.get_model("scenarios_app", name) for name in ("Invitation", "DraftState"))
    for asked in invitation.objects.filter(declined_at=None).select_related("scenario"):
        kept = states.objects.filter(draft__scenario=asked.scenario_id).defer("document")
        first = kept.order_by("version").first()
        if first is not None and first.edited_by_id != asked.scenario.owner_id:
            asked.delete()


class Migration(migrations.Migration):
    dependencies = [("scenarios_app", "0008_historical_battle")]

    operations = [migrations.RunPython(end_what_former_owners_asked, migrations.RunPython.noop)]
