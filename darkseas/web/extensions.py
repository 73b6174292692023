"""Extension points: installed apps add to pages and services of lower apps, which do not import them.

Each extension point is a frozen record type in the module that uses it, for example
`scenarios_app.sections.Section`. An app lists its records in `extensions()` of its AppConfig. That method
imports what it lists: the modules need models, which do not exist yet when an AppConfig is imported.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from django.apps import apps

_Record = TypeVar("_Record")


class Extending(ABC):
    """Base class for the AppConfig of an app that extends others."""

    @abstractmethod
    def extensions(self) -> Iterable[object]:
        """Return the records that this app adds. Called once, when all apps are ready."""


def extensions(kind: type[_Record]) -> list[_Record]:
    """Return every record of a type, in the order of INSTALLED_APPS and then of each app's list."""
    return [record for record in _all() if isinstance(record, kind)]


@cache
def _all() -> tuple[object, ...]:
    apps.check_models_ready()
    configs = [config for config in apps.get_app_configs() if isinstance(config, Extending)]
    return tuple(record for config in configs for record in config.extensions())
