"""Stores and loads revisions: the only code that converts between ScenarioSpec and database rows."""

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

#: Reserved keys that a side cannot have, because they have another meaning in lists of sides.
RESERVED = ("all", "everyone", "observer", UMPIRE)

#: Prefix of the key of a spec from a battle file, and number of hex digits of its digest that follow.
_OF_FILES, _DIGITS = "file-", 32


def publish(
    spec: ScenarioSpec, *, origin: str = "site", author: Member | None = None, note: str = ""
) -> Revision:
    """Return the revision with this spec; create it, and the scenario, if necessary.

    An unchanged spec returns its existing revision; a changed one becomes the next revision of its key.
    Either way the returned revision becomes the current one. ``origin`` is a key of ``Revision.ORIGINS``;
    ``note`` is the author's change note. Raises BadScenario for a spec that cannot be stored.
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


def key_of_file(digest: str) -> str:
    """Return the key of the scenario row for a spec from a battle file; the spec keeps its own key."""
    return f"{_OF_FILES}{digest[:_DIGITS]}"


def _kept_apart(spec: ScenarioSpec, digest: str) -> Revision:
    key = key_of_file(digest)
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
    """Return an unnumbered revision for the playtest of an unpublished draft.

    Raises BadScenario if the spec cannot be stored or its key differs from the scenario's key.
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
    """Return the spec of a revision."""
    return spec_from(canonical_json.decode(bytes(revision.spec)))


def spec_from(value: Json) -> ScenarioSpec:
    """Parse a spec from untrusted JSON. Raises BadScenario with the first error."""
    try:
        spec: ScenarioSpec = read(ScenarioSpec, value)
    except BadShape as fault:
        raise BadScenario((Finding(fault.where or "scenario", fault.reason),)) from None
    _check_sides(spec)
    return spec


def canonical(spec: ScenarioSpec) -> bytes:
    """Return the canonical bytes of a spec. Raises BadScenario if JSON cannot represent it exactly."""
    try:
        data = canonical_json.encode(write(spec))
    except (
        canonical_json.BadJson,
        TypeError,
    ) as fault:  # TypeError: for example a float in a field of the system
        raise BadScenario((Finding("scenario", str(fault)),)) from None
    if spec_from(canonical_json.decode(data)) != spec:
        raise BadScenario((Finding("scenario", "does not survive writing and reading as JSON"),))
    return data


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a spec's canonical bytes, in hex."""
    return sha256(data).hexdigest()


def _check_sides(spec: ScenarioSpec) -> None:
    keys = [side.key for side in spec.sides]
    times = Counter(keys)
    findings = [
        Finding(f"sides.{place}.key", f"{key!r} is reserved and cannot be a side's key")
        for place, key in enumerate(keys)
        if key in RESERVED or times[key] > 1 or not key or " " in key
    ]
    if findings:
        raise BadScenario(tuple(findings))
