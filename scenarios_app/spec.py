"""The only door between a ScenarioSpec and its rows."""

from hashlib import sha256

from django.db import transaction

from darkseas.engine import canon
from darkseas.engine.canon import Json
from darkseas.engine.codec import BadShape, read, write
from darkseas.engine.events import UMPIRE
from darkseas.engine.scenario import BadScenario, Finding, ScenarioSpec

from .models import Revision, Scenario

#: Keys that a side may not have: they mean something else wherever sides are named.
RESERVED = ("all", "everyone", "observer", UMPIRE)


def publish(spec: ScenarioSpec, *, origin: str = "site") -> Revision:
    """Return the revision that holds this spec; make it, and the scenario, where there is none.

    The same spec twice is one revision; a changed one of the same key becomes the next number. What
    was published last is current, whether it is new or known from before; a battle file tells what was
    fought once, so it makes its spec current only where nothing else is. ``origin`` is a key of
    ``Revision.ORIGINS``. Raises BadScenario for a spec that cannot be kept.
    """
    data = canonical(spec)
    digest = digest_of(data)
    with transaction.atomic():
        Scenario.objects.get_or_create(key=spec.key, defaults={"system": spec.system, "title": spec.title})
        scenario = Scenario.objects.select_for_update().get(key=spec.key)
        revision, _ = Revision.objects.get_or_create(
            digest=digest,
            defaults={
                "scenario": scenario,
                "number": scenario.revisions.count() + 1,
                "spec": data,
                "origin": origin,
            },
        )
        if scenario.current is None or (origin != "file" and scenario.current != revision):
            _make_current(scenario, revision, spec)
        return revision


def spec_of(revision: Revision) -> ScenarioSpec:
    """Return the spec that a revision holds."""
    return spec_from(canon.decode(bytes(revision.spec)))


def spec_from(value: Json) -> ScenarioSpec:
    """Return the spec that JSON from anywhere says. Raises BadScenario naming the first fault."""
    try:
        spec: ScenarioSpec = read(ScenarioSpec, value)
    except BadShape as fault:
        raise BadScenario((Finding(fault.where or "scenario", fault.reason),)) from None
    _check_sides(spec)
    return spec


def canonical(spec: ScenarioSpec) -> bytes:
    """Return the bytes that stand for a spec. Raises BadScenario where JSON could not give it back."""
    value = write(spec)
    try:
        data = canon.encode(value)
    except canon.BadJson as fault:
        raise BadScenario((Finding("scenario", str(fault)),)) from None
    if spec_from(canon.decode(data)) != spec:
        raise BadScenario((Finding("scenario", "is not the same once written and read"),))
    return data


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a spec's canonical bytes, in hex."""
    return sha256(data).hexdigest()


def _check_sides(spec: ScenarioSpec) -> None:
    keys = [side.key for side in spec.sides]
    found = [
        Finding(f"sides.{place}.key", f"{key!r} is no key for a side here")
        for place, key in enumerate(keys)
        if key in RESERVED or keys.count(key) > 1 or not key or " " in key
    ]
    if found:
        raise BadScenario(tuple(found))


def _make_current(scenario: Scenario, revision: Revision, spec: ScenarioSpec) -> None:
    scenario.current = revision
    scenario.system = spec.system
    scenario.title = spec.title[:200]
    scenario.date = spec.about.date[:100]
    scenario.place = spec.about.place[:200]
    scenario.theatre = spec.about.theatre[:100]
    scenario.summary = spec.about.summary
    scenario.save()
