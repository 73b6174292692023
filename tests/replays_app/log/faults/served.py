"""The pages of the site for tests of faults: with the toy system, in whose battles night never falls.

Every page is imported here, before a process is made that answers: it shall live on orders alone.
"""

from django.urls import get_resolver

from darkseas.wsgi import application
from tests.replays_app.log.faults.fought import NIGHT
from tests.support import builders
from tests.support.toys import toy_rules

__all__ = ["application"]

toy_rules.LAST_TURN = NIGHT
builders.register_toy()
assert get_resolver().reverse_dict
