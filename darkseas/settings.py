"""All settings of the site. What the environment may say is read at the top, once.

Without any of it the site is a local one: SQLite in ``var/``, loopback hosts only, a
secret key made on first start. ``DARKSEAS_HOSTS`` makes it public, and then it asks
for a secret key and for HTTPS.
"""

import os
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from darkseas.database.url import database, sqlite_database
from darkseas.web.mail_url import mail_server
from darkseas.web.secret_key import local_secret

BASE_DIR = Path(__file__).resolve().parent.parent

# --- what the environment says -----------------------------------------------------

VAR_DIR = Path(os.environ.get("DARKSEAS_VAR", BASE_DIR / "var"))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
# Where no broker can be had, the web process does the background work itself.
HAS_WORKER_THREAD = os.environ.get("DARKSEAS_WORKER_THREAD") == "1"
CACHE_URL = os.environ.get("DARKSEAS_CACHE_URL", REDIS_URL)
PUBLIC_HOSTS = os.environ.get("DARKSEAS_HOSTS", "").split()
IS_PUBLIC = bool(PUBLIC_HOSTS)
IS_HTTPS = IS_PUBLIC and os.environ.get("DARKSEAS_PLAIN_HTTP") != "1"
IS_BEHIND_PROXY = os.environ.get("DARKSEAS_BEHIND_PROXY") == "1"
DEBUG = os.environ.get("DARKSEAS_DEBUG") == "1" and not IS_PUBLIC
LOG_LEVEL = os.environ.get("DARKSEAS_LOG_LEVEL", "INFO")
SECRET_KEY = os.environ.get("DARKSEAS_SECRET_KEY", "")
MAIL_SERVER = mail_server(os.environ.get("DARKSEAS_MAIL_URL", ""))
MAIL_FROM = os.environ.get("DARKSEAS_MAIL_FROM", "")

if not SECRET_KEY:
    if IS_HTTPS:
        raise ImproperlyConfigured("A public site needs DARKSEAS_SECRET_KEY in its environment.")
    SECRET_KEY = local_secret(VAR_DIR / "secret_key")

# --- the application -----------------------------------------------------------------

INSTALLED_APPS = [
    "darkseas",
    "darkseas.members",
    "scenarios_app",
    "scenarios_app.differences",
    "scenarios_app.drafts",
    "scenarios_app.library",
    "scenarios_app.maps",
    "scenarios_app.moderation",
    "scenarios_app.printing",
    "scenarios_app.ships",
    "replays_app",
    "rest_framework",
    "django.contrib.humanize",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "darkseas.web.security_headers.ContentPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "darkseas.urls"
WSGI_APPLICATION = "darkseas.wsgi.application"
ASGI_APPLICATION = "darkseas.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True

# --- people ---------------------------------------------------------------------------

AUTH_USER_MODEL = "members.Member"
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# How many tries in how many seconds, by network address and by the name or address typed in.
MEMBER_LIMITS = {
    "login": {"address": (60, 900), "name": (15, 900)},
    "register": {"address": (12, 3600), "name": (4, 3600)},
    "password_reset": {"address": (12, 3600), "name": (4, 3600)},
    "own_password": {"name": (10, 900)},
    "report": {"address": (20, 3600), "name": (20, 3600)},
    "print": {"address": (60, 600), "name": (240, 600)},
}
# Functions that add to a member's own page and to the export of their data: members/account_sections.py.
ACCOUNT_SECTIONS: list[str] = ["scenarios_app.drafts.account_section.account_section"]
# What is added to the pages of scenarios, and to the editor: scenarios_app/sections.py.
SCENARIO_SECTIONS: list[str] = ["replays_app.scenario_section.section"]

# --- mail -------------------------------------------------------------------------------

EMAIL_BACKEND = MAIL_SERVER.backend
EMAIL_HOST = MAIL_SERVER.host
EMAIL_PORT = MAIL_SERVER.port
EMAIL_HOST_USER = MAIL_SERVER.user
EMAIL_HOST_PASSWORD = MAIL_SERVER.password
EMAIL_USE_SSL = MAIL_SERVER.has_tls
EMAIL_USE_TLS = MAIL_SERVER.has_starttls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = MAIL_FROM or f"darkseas@{PUBLIC_HOSTS[0] if PUBLIC_HOSTS else 'localhost'}"

# --- storage --------------------------------------------------------------------------

DATABASES = {
    "default": database(DATABASE_URL) if DATABASE_URL else sqlite_database(VAR_DIR / "darkseas.sqlite3")
}

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "ds1",
    }
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Kept states and answers of a few long battles at once; the default would be 300.
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
}

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "darkseas.web.static_files.ContentFolderStorage"},
}
# The folder that static_storage names by the content of its files.
WHITENOISE_IMMUTABLE_FILE_TEST = r"/[0-9a-f]{12}/"
MEDIA_ROOT = VAR_DIR / "media"

# --- what a request may bring -----------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 4
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- security ---------------------------------------------------------------------------

ALLOWED_HOSTS = PUBLIC_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in PUBLIC_HOSTS] if IS_HTTPS else []
CSRF_FAILURE_VIEW = "darkseas.web.problems.csrf_failure"
CSRF_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
if IS_HTTPS:
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    SESSION_COOKIE_NAME = "__Host-sessionid"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_HSTS_SECONDS = 366 * 24 * 3600 if IS_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_HTTPS
SECURE_HSTS_PRELOAD = IS_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_BEHIND_PROXY else None
X_FRAME_OPTIONS = "DENY"

# --- the API ------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "darkseas.web.problems.exception_handler",
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["darkseas.web.strict_json.StrictJSONParser"],
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "COERCE_DECIMAL_TO_STRING": True,
}

# --- background work: the job's row is the truth, Celery only carries its id ----------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1) if REDIS_URL else "memory://"
# More than twice the hard time limit; the same value wherever it is asked for.
_VISIBILITY_TIMEOUT_S = 1800
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": _VISIBILITY_TIMEOUT_S,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        "socket_keepalive": True,
        "health_check_interval": 25,
        "global_keyprefix": "ds1:",
    }
    if REDIS_URL
    else {}
)
CELERY_VISIBILITY_TIMEOUT = _VISIBILITY_TIMEOUT_S
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# Safe only because a job's own attempts are counted, and end.
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = True
CELERY_TASK_SOFT_TIME_LIMIT = 600
CELERY_TASK_TIME_LIMIT = 660
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ROUTES = {"ds.sim.*": {"queue": "sim"}}
CELERY_TASK_QUEUES = [Queue("sim")]
CELERY_TASK_DEFAULT_QUEUE = "sim"
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TIMEZONE = TIME_ZONE
# Every battle is checked each night (UTC); what no worker has taken by noon waits for the next one.
# Jobs that got lost on the way are sent again.
CELERY_BEAT_SCHEDULE = {
    "check-all-battles": {
        "task": "ds.sim.check_all_battles",
        "schedule": crontab(hour="3", minute="30"),
        "options": {"expires": 8 * 3600},
    },
    "sweep-jobs": {"task": "ds.sim.sweep_jobs", "schedule": 30.0, "options": {"expires": 25}},
}
# When each was asked for last: a night that a site slept through is made up for when it starts.
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 60 if IS_PUBLIC else 3
CELERY_WORKER_ENABLE_SOFT_SHUTDOWN_ON_IDLE = IS_PUBLIC
# True made workers leave when the broker fell; a job's lease keeps a late twin out.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None

# --- logging --------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {"django": {"handlers": ["stderr"], "level": LOG_LEVEL, "propagate": False}},
}
