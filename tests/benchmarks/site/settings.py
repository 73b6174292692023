"""The site's settings with one address more: the empty view that others are measured against."""

from darkseas.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.site.urls"
# A benchmark asks as often as it can.
API_LIMITS = dict.fromkeys(API_LIMITS, (10**9, 60))  # noqa: F405
