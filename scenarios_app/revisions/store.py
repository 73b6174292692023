"""The only door between a ScenarioSpec and its rows."""

from collections import Counter
from hashlib import sha256

from django.db import transaction

from darkseas.engine.events import UMPIRE
from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import BadShape, read, write
from darkseas.members.models import Member
from scenarios_app.models import Revision, Scenario, Visibility
from scenarios_app.visibility import tell_followers

from .search_rows import is_listed_as_today, list_as

#: Keys that a side may not have: they mean something else wherever sides are named.
RESERVED = ("all", "everyone", "observer", UMPIRE)

#: Prefix of the key of a spec from a battle file, and number of hex digits of its digest that follow.
_OF_FILES, _DIGITS = "file-", 32


def publish(
    spec: ScenarioSpec, *, origin: str = "site", author: Member | None = None, note: str = ""
) -> Revision:
    """Return the revision with this spec; create it, and the scenario, if necessary.

    The same spec twice is one revision; a changed one of the same key becomes the next number. What
    was published last is current, whether it is new or known from before. ``origin`` is a key of
    ``Revision.ORIGINS``, ``note`` what its author says of the change. Raises BadScenario for a spec that
    cannot be kept.
    """
    data = canonical(spec)
    with transaction.atomic():
        Scenario.objects.get_or_create(key=spec.key, defaults={"system": spec.system, "title": spec.title})
        scenario = Scenario.objects.select_for_update().get(key=spec.key)
        if origin == "library" and scenario.owner_id is not None:
            raise BadScenario((Finding("key", f"The scenario {spec.key!r} belongs to a member."),))
        numbered = scenario.revisions.filter(number__isnull=False)
        revision = numbered.filter(digest=digest_of(data)).first() or Revision.objects.create(
            scenario=scenario,
            number=numbered.count() + 1,
            digest=digest_of(data),
            spec=data,
            origin=origin,
            author=author,
            note=note,
        )
        if scenario.current != revision:
            scenario.current = revision
            list_as(scenario, spec)
            tell_followers(scenario)
        elif not is_listed_as_today(scenario):
            list_as(scenario, spec_of(scenario.current))
        return revision


def of_file(spec: ScenarioSpec) -> Revision:
    """Return the revision for a battle from a file: the one published here with exactly this spec.

    If there is none, the file must not affect a scenario with its key. So the spec is stored separately,
    unlisted and without an owner, under a key made from its digest. Raises BadScenario for a spec that
    cannot be stored.
    """
    digest = digest_of(canonical(spec))
    known = Revision.objects.filter(scenario__key=spec.key, number__isnull=False, digest=digest).first()
    return known or _kept_apart(spec, digest)


def _kept_apart(spec: ScenarioSpec, digest: str) -> Revision:
    key = f"{_OF_FILES}{digest[:_DIGITS]}"
    unlisted = {"system": spec.system, "title": spec.title, "visibility": Visibility.UNLISTED}
    with transaction.atomic():
        scenario, is_new = Scenario.objects.get_or_create(key=key, defaults=unlisted)
        if scenario.owner_id is not None:
            raise BadScenario((Finding("key", f"A member’s scenario goes by the key “{key}”."),))
        if is_new:
            scenario.current = Revision.objects.create(
                scenario=scenario, number=1, digest=digest, spec=canonical(spec), origin="file"
            )
            list_as(scenario, spec)
        assert scenario.current is not None  # noqa: S101 (made with its revision)
        return scenario.current


def keep_trial(scenario: Scenario, spec: ScenarioSpec, author: Member | None = None) -> Revision:
    """Return the revision, without number, of a draft that is fought before it is published.

    Raises BadScenario for a spec that cannot be kept, or that goes by another key than the scenario.
    """
    if spec.key != scenario.key:
        raise BadScenario((Finding("key", f"The key of this scenario is {scenario.key!r}."),))
    data = canonical(spec)
    revision, _ = Revision.objects.get_or_create(
        scenario=scenario,
        digest=digest_of(data),
        number=None,
        defaults={"spec": data, "origin": "trial", "author": author},
    )
    return revision


def spec_of(revision: Revision) -> ScenarioSpec:
    """Return the spec that a revision holds."""
    return spec_from(canonical_json.decode(bytes(revision.spec)))


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
    try:
        data = canonical_json.encode(write(spec))
    except (
        canonical_json.BadJson,
        TypeError,
    ) as fault:  # TypeError: a float, say, where the system reads anything
        raise BadScenario((Finding("scenario", str(fault)),)) from None
    if spec_from(canonical_json.decode(data)) != spec:
        raise BadScenario((Finding("scenario", "is not the same once written and read"),))
    return data


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a spec's canonical bytes, in hex."""
    return sha256(data).hexdigest()


def _check_sides(spec: ScenarioSpec) -> None:
    keys = [side.key for side in spec.sides]
    times = Counter(keys)
    findings = [
        Finding(f"sides.{place}.key", f"{key!r} is no key for a side here")
        for place, key in enumerate(keys)
        if key in RESERVED or times[key] > 1 or not key or " " in key
    ]
    if findings:
        raise BadScenario(tuple(findings))
