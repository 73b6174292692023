"""Tests that commit leave an empty database behind, and its guards at work."""

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError

from replays_app.log import triggers
from scenarios_app.models import Revision, Scenario


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_committed_rows_are_gone_and_guarded_again(time: str) -> None:
    assert Revision.objects.count() == 0
    assert triggers.missing("default") == []
    assert Permission.objects.filter(codename="add_scenario", content_type__model="scenario").count() == 1
    scenario = Scenario.objects.create(key="savo", system="dark_seas", title=time)
    Revision.objects.create(scenario=scenario, number=1, digest="0" * 64, spec=b"{}", origin="library")
    with pytest.raises(DatabaseError, match="append-only"):
        Revision.objects.all()._raw_delete("default")
    assert Revision.objects.count() == 1
