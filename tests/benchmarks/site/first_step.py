"""A process that prints how long its first step took.

Run as ``python -m tests.benchmarks.site.first_step BATTLE N``.
"""

import sys
import time
from importlib import import_module

import django

if __name__ == "__main__":
    django.setup()
    seeking = import_module("tests.benchmarks.seek")
    began = time.perf_counter()
    seeking.step_of(*sys.argv[1:])
    sys.stdout.write(str(time.perf_counter() - began))
