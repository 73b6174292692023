"""All settings of the site. Environment variables are read once, at the top.

Without environment variables the site is local: it uses SQLite in ``var/``, serves only loopback hosts, and
creates a secret key on first start. ``DARKSEAS_HOSTS`` makes the site public; it then requires a secret key
and HTTPS.
"""

import os
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from darkseas.database.url import database, sqlite_database
from darkseas.web.environment.mail_url import mail_server
from darkseas.web.environment.secret_key import local_secret
from darkseas.web.environment.values import address, hosts, one_of, whole_number

BASE_DIR = Path(__file__).resolve().parent.parent

# --- environment variables ---------------------------------------------------------

VAR_DIR = Path(os.environ.get("DARKSEAS_VAR", BASE_DIR / "var"))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
# Without a broker, a thread of the web process does the background work.
HAS_WORKER_THREAD = os.environ.get("DARKSEAS_WORKER_THREAD") == "1"
CACHE_URL = os.environ.get("DARKSEAS_CACHE_URL", REDIS_URL)
# `up` creates a demonstration club on a site that has no accounts yet.
HAS_DEMONSTRATION = os.environ.get("DARKSEAS_DEMONSTRATION") != "0"
PUBLIC_HOSTS = hosts("DARKSEAS_HOSTS")
IS_PUBLIC = bool(PUBLIC_HOSTS)
IS_HTTPS = IS_PUBLIC and os.environ.get("DARKSEAS_PLAIN_HTTP") != "1"
IS_BEHIND_PROXY = os.environ.get("DARKSEAS_BEHIND_PROXY") == "1"
DEBUG = os.environ.get("DARKSEAS_DEBUG") == "1" and not IS_PUBLIC
LOG_LEVEL = one_of("DARKSEAS_LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), "INFO")
SECRET_KEY = os.environ.get("DARKSEAS_SECRET_KEY", "")
SHORTEST_KEY, FEWEST_SIGNS = 50, 10
MAKE_A_KEY = 'Create one:\n    python3 -c "import secrets; print(secrets.token_urlsafe(48))"'
# Require HTTPS for all subdomains too, and allow the browsers' preload lists.
HAS_HSTS_FOR_ALL = os.environ.get("DARKSEAS_HSTS_FOR_ALL") == "1"
# `up` sets these if pages and streams have their own ports, without a proxy in front of both.
PAGES_PORT = whole_number("DARKSEAS_PORT", 0)
STREAM_PORT = whole_number("DARKSEAS_STREAM_PORT", 0)
# Base URL of links in e-mails.
SITE_ADDRESS = address("DARKSEAS_ADDRESS")
MAIL_SERVER = mail_server(os.environ.get("DARKSEAS_MAIL_URL", ""))
# Days without an order after which a visitor's battle against a bot is abandoned.
VISITOR_BATTLE_DAYS = whole_number("DARKSEAS_VISITOR_BATTLE_DAYS", 60, least=1)
MAIL_FROM = os.environ.get("DARKSEAS_MAIL_FROM", "")
# Webhooks may only call public hosts, unless this allows the local network.
HAS_PRIVATE_WEBHOOKS = os.environ.get("DARKSEAS_PRIVATE_WEBHOOKS") == "1"

if not SECRET_KEY:
    if IS_HTTPS:
        raise ImproperlyConfigured(
            f"A public site needs DARKSEAS_SECRET_KEY in its environment. {MAKE_A_KEY}"
        )
    SECRET_KEY = local_secret(VAR_DIR / "secret_key")
elif len(SECRET_KEY) < SHORTEST_KEY or len(set(SECRET_KEY)) < FEWEST_SIGNS:
    raise ImproperlyConfigured(
        f"DARKSEAS_SECRET_KEY is too weak: use at least {SHORTEST_KEY} random characters. {MAKE_A_KEY}"
    )

# Without a configured address, a site on one machine uses the host name of each request, and without HTTPS or
# a proxy also the port it listens on: members/email_addresses/email_links.py.
IS_SITE_ADDRESS_SAID = bool(SITE_ADDRESS)
if not SITE_ADDRESS:
    _host = PUBLIC_HOSTS[0].lstrip(".") if IS_PUBLIC else "localhost"
    SITE_ADDRESS = f"{'https' if IS_HTTPS else 'http'}://{_host}"
    if PAGES_PORT and not IS_HTTPS:
        SITE_ADDRESS += f":{PAGES_PORT}"

# --- the application -----------------------------------------------------------------

INSTALLED_APPS = [
    "darkseas",
    "darkseas.web.api",
    "darkseas.web.form_submissions",
    "darkseas.companion",
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
    "replays_app.lobby",
    "replays_app.live.chat",
    "replays_app.live.notifications",
    "replays_app.pages.at_table",
    "replays_app.pages.analysis",
    "replays_app.pages.play",
    "darkseas.club",
    "rest_framework",
    "drf_spectacular",
    "django.contrib.humanize",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "darkseas.web.sending.compression.CompressedAnswersMiddleware",
    "darkseas.web.security_headers.ContentPolicyMiddleware",
    "darkseas.web.sending.search_engines.SearchEnginesMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "darkseas.web.invisible_characters.NoNulCookiesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "darkseas.members.personal_tokens.middleware.PersonalTokenMiddleware",
    "darkseas.members.limits.api_limits.ApiLimitsMiddleware",
    "darkseas.members.limits.action_limits.ActionLimitsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "darkseas.web.invisible_characters.NoNulMiddleware",
    "darkseas.web.api.query_parameters.KnownParametersMiddleware",
]

ROOT_URLCONF = "darkseas.urls"
WSGI_APPLICATION = "darkseas.wsgi.application"
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
                "replays_app.lobby.waiting_counts.of_header",
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
LOGIN_REDIRECT_URL = "me"
# Reasons shown on the login page, by URL pattern of the requested page.
LOGIN_REASONS = (
    (
        r"/drafts/|/library/[^/]+/revisions/\d+/fork/|/maps/[^/]+/use/",
        "Your scenarios are stored in your account; nobody else can change them.",
    ),
    (r"/maps/(new|[^/]+/edit)/", "Your maps are stored in your account."),
    (r"/clubs/new/", "A club needs an owner with an account."),
    (r"/sources/new/", "Your notes on a source appear under your name."),
    (r"/members/me/|/play/holidays/", "This page is about your account."),
    (r"/(reports|sources)/", "This page is for moderators."),
)
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
# (attempts, seconds) by network address and by the name or e-mail address entered.
MEMBER_LIMITS = {
    # The limit by name alone is high, so that nobody can lock a member out. `both` counts by name and
    # address. `browser` applies to browsers in which the member has logged in before
    # (members/rate_limited_views.py).
    "login": {"address": (60, 900), "both": (15, 900), "name": (300, 900), "browser": (15, 900)},
    "register": {"address": (12, 3600), "both": (4, 3600)},
    "password_reset": {"address": (12, 3600), "both": (4, 3600)},
    # Limit on e-mails that these pages send to one address, for all requesters together. It is several times
    # the limit for one network address, so that strangers can hardly block the owner's e-mails.
    "letter": {"register": (24, 3600), "password_reset": (24, 3600), "change_email": (8, 3600)},
    "own_password": {"name": (10, 900)},
    "report": {"address": (20, 3600), "name": (20, 3600)},
    "battle": {"address": (600, 3600)},
    "captains": {"name": (12, 3600)},
    "print": {"address": (60, 600), "name": (240, 600)},
    "token": {"name": (30, 3600)},
    "club": {"name": (30, 3600)},
    "import": {"name": (60, 3600)},
    "export": {"address": (60, 600), "name": (60, 600)},
    # A long battle counts as several tries: replays_app/export/whole_log_limits.py.
    "whole_log": {"address": (600, 600), "name": (600, 600)},
}
# A member's actions on pages: (requests or kilobytes, seconds): members/limits/action_limits.py.
ACTION_LIMITS = {"actions": (1_200, 3600), "kilobytes": (32 * 1024, 24 * 3600)}
# API limits as (requests, seconds), by subject: members/limits/api_limits.py. The players of a club may share
# a network address, and battle pages send a request for each key press; a stream is a whole log at once.
API_LIMITS = {
    "token": (1_200, 60),
    "member": (1_200, 60),
    "address": (12_000, 60),
    "stream": (60, 60),
}
# Insert-only tables, guarded by triggers: replays_app/log/triggers.py.
WRITTEN_ONCE_TABLES: list[str] = [
    "replays_app_logentry",
    "scenarios_app_revision",
    "scenarios_app_maprevision",
    "club_auditline",
    "club_resultstep",
]
# Pages that search engines may index, by URL name: darkseas/web/sending/search_engines.py.
INDEXED_PAGES: frozenset[str] = frozenset(
    {
        "about", "api-page", "battles", "battles-feed", "clubs", "fairness", "home", "library", "maps",
        "rule", "rules", "rules-of", "ship", "ship-class", "ships", "words",
    }
)  # fmt: skip

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
        "BACKEND": "darkseas.database.redis_outages.RedisThatMayFall",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "ds1",
        # A running server answers at once; long timeouts would delay pages during an outage.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Enough for cached states and responses of a few long battles; the default is 300.
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
}

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "darkseas.web.static_files.ContentFolderStorage"},
}
# The folder that darkseas/web/static_files.py names after the content of its files.
WHITENOISE_IMMUTABLE_FILE_TEST = r"/[0-9a-f]{12}/"
MEDIA_ROOT = VAR_DIR / "media"
# Archives of frozen releases are executed, so uploads never go to this folder. KNOWN_RELEASES lists them with
# their hashes: replays_app/releases/archives.py.
RELEASES_DIR = VAR_DIR / "releases"
KNOWN_RELEASES = BASE_DIR / "replays_app" / "releases" / "releases.toml"

# --- limits on request bodies -----------------------------------------------------------

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
# Identifies visitors, who play without an account: replays_app/seats/visitors.py.
VISITOR_COOKIE_NAME = "darkseas_visitor"
# Marks browsers in which a member has logged in: members/rate_limited_views.py.
KNOWN_BROWSER_COOKIE_NAME = "darkseas_known_browser"
if IS_HTTPS:
    KNOWN_BROWSER_COOKIE_NAME = "__Host-darkseas_known_browser"
    VISITOR_COOKIE_NAME = "__Host-darkseas_visitor"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    SESSION_COOKIE_NAME = "__Host-sessionid"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_HSTS_SECONDS = 366 * 24 * 3600 if IS_HTTPS else 0
# Off by default: subdomains may belong to somebody else, and leaving a preload list takes months.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = IS_HTTPS and HAS_HSTS_FOR_ALL
SILENCED_SYSTEM_CHECKS = [] if HAS_HSTS_FOR_ALL else ["security.W005", "security.W021"]
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
    # The client address for limits: the peer's, or the last one that our proxy added.
    "NUM_PROXIES": 1 if IS_BEHIND_PROXY else 0,
    "COERCE_DECIMAL_TO_STRING": True,
    # We use the query parameter `format` ourselves, for streams.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "darkseas",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "DEFAULT_GENERATOR_CLASS": "darkseas.web.api.generator.DescribedGenerator",
    "DESCRIPTION": "Naval wargame battles with every order and every die. For a guide see the page /api/.",
}

# --- background work: the job is a database row, Celery only carries its id -----------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1) if REDIS_URL else "memory://"
# More than twice the hard time limit. Celery and its transport need the same value.
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
# Safe only because a job's attempts are counted and limited.
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = True
CELERY_TASK_SOFT_TIME_LIMIT = 600
CELERY_TASK_TIME_LIMIT = 660
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# Time-critical tasks have their own queue, so that they never wait behind long work.
CELERY_TASK_ROUTES = {
    "ds.sim.*": {"queue": "sim"},
    **{tasks: {"queue": "out"} for tasks in ("ds.out.*", "ds.battles.*", "ds.club.*")},
}
# Workers alternate between long jobs and parts of jobs, so that jobs in parts do not block others.
CELERY_TASK_QUEUES = [Queue("sim"), Queue("parts"), Queue("out")]
CELERY_TASK_DEFAULT_QUEUE = "sim"
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TIMEZONE = TIME_ZONE
# Every battle is checked each night (UTC); checks not started by noon wait for the next night. `sweep-jobs`
# enqueues lost jobs again.
CELERY_BEAT_SCHEDULE = {
    "check-all-battles": {
        "task": "ds.sim.check_all_battles",
        "schedule": crontab(hour="3", minute="30"),
        "options": {"expires": 8 * 3600},
    },
    "answer-for-bots": {"task": "ds.sim.answer_for_bots", "schedule": 60.0, "options": {"expires": 55}},
    "break-off-overdue": {
        "task": "ds.battles.break_off_overdue",
        "schedule": crontab(minute="10"),
        "options": {"expires": 3000},
    },
    "break-off-abandoned": {
        "task": "ds.battles.break_off_abandoned",
        "schedule": crontab(minute="40"),
        "options": {"expires": 3000},
    },
    "run-out-clocks": {"task": "ds.battles.run_out_clocks", "schedule": 30.0, "options": {"expires": 25}},
    "lapse-results": {"task": "ds.club.lapse_results", "schedule": 600.0, "options": {"expires": 500}},
    "settle-offers": {"task": "ds.club.settle_offers", "schedule": 60.0, "options": {"expires": 50}},
    "settle-rounds": {"task": "ds.club.settle_rounds", "schedule": 60.0, "options": {"expires": 50}},
    "ask-for-records": {"task": "ds.club.ask_for_records", "schedule": 30.0, "options": {"expires": 25}},
    "tell-who-is-asked": {"task": "ds.out.tell_asked", "schedule": 60.0, "options": {"expires": 50}},
    "tell-of-results": {"task": "ds.out.tell_results", "schedule": 60.0, "options": {"expires": 50}},
    "tell-of-tournaments": {"task": "ds.out.tell_tournaments", "schedule": 60.0, "options": {"expires": 50}},
    "tell-webhooks": {"task": "ds.out.tell_webhooks", "schedule": 20.0, "options": {"expires": 18}},
    "tell-whose-time-runs-out": {
        "task": "ds.out.tell_running_out",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "tell-who-is-called": {"task": "ds.out.tell_called", "schedule": 20.0, "options": {"expires": 18}},
    "write-weekly": {"task": "ds.out.write_weekly", "schedule": 300.0, "options": {"expires": 290}},
    "sweep-jobs": {"task": "ds.sim.sweep_jobs", "schedule": 30.0, "options": {"expires": 25}},
}
# Stores when each task was last enqueued, so that a site that was down at night catches up when it starts.
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 60 if IS_PUBLIC else 3
CELERY_WORKER_ENABLE_SOFT_SHUTDOWN_ON_IDLE = IS_PUBLIC
# With True, workers exited when the broker failed. A job's lease prevents a late duplicate run.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None

# Whether workers process the queues, so that pages need not wait until an e-mail is sent.
HAS_WORKERS = bool(REDIS_URL) or HAS_WORKER_THREAD

# --- logging --------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"without_tokens": {"()": "darkseas.web.environment.redacted_logs.WithoutTokens"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_tokens"]}
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": LOG_LEVEL, "propagate": False},
        # At lower levels it logs every request that waits for a thread.
        "waitress.queue": {"level": "ERROR"},
    },
}
