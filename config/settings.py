"""Every setting of the site; what differs from place to place is read from the environment (README.md)."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("DATA_DIR", "").strip() or BASE_DIR / "var")


def env_bool(name: str, default: bool = False) -> bool:
    """Read a switch: 1, true, yes or on; 0, false, no, off or nothing."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}: write 1 or 0.")


def env_number(name: str, most: int) -> int:
    """Read a number from 0, which is what nothing means."""
    value = os.environ.get(name, "").strip() or "0"
    if not (value.isascii() and value.isdecimal() and int(value[:9]) <= most):
        raise ImproperlyConfigured(f"{name} is {value!r}: write a number from 0 to {most}.")
    return int(value)


def env_list(name: str, default: str = "") -> list[str]:
    """Read a list whose parts are separated by commas."""
    value = os.environ.get(name, "").strip() or default
    return [part.strip() for part in value.split(",") if part.strip()]


SHORTEST_KEY = 32


def secret_key(debug: bool) -> str:
    """Read SECRET_KEY; only a site in DEBUG may do without one of its own, or with one that can be guessed."""
    key = os.environ.get("SECRET_KEY", "")
    if len(key) >= SHORTEST_KEY or (key and debug):
        return key
    if key:
        raise ImproperlyConfigured(
            f"SECRET_KEY has {len(key)} characters and could be guessed: use {SHORTEST_KEY} or more at random."
        )
    if debug:
        return "for-development-only-never-where-anybody-else-can-reach-the-site"
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. `make run` makes one and keeps it in var/secret_key; elsewhere put a long"
        " random text in the environment, or DEBUG=1 while developing."
    )


def of_windows() -> str:
    """Return the time zone that Windows is set to, by the name that all others have for it."""
    if sys.platform == "win32":
        from tzlocal import get_localzone_name

        with suppress(LookupError, OSError, ValueError):  # a zone that nobody else knows
            return str(get_localzone_name())
    return ""


def machine_time_zone() -> str:
    """Return the name of this machine's own time zone, blank where it does not say.

    Django sets TZ to its own zone as it starts, and workers inherit that: what was found first is kept beside it.
    """
    if "MACHINE_TIME_ZONE" not in os.environ:
        link = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
        names = (os.environ.get("TZ", "").removeprefix(":"), link, of_windows())
        os.environ["MACHINE_TIME_ZONE"] = next((name for name in names if name in available_timezones()), "")
    return os.environ["MACHINE_TIME_ZONE"]


SECONDS_FOR_A_LOCK = 8


def database(url: str) -> dict[str, Any]:
    """Turn DATABASE_URL into Django's settings, with what SQLite and PostgreSQL each need."""
    if not url:
        VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        url = f"sqlite:///{VAR_DIR / 'db.sqlite3'}"
    # A kept connection is tried out before its first use in a request; ready pages do without (page_cache/cache.py).
    parsed: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    options = parsed.setdefault("OPTIONS", {})
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        # Without IMMEDIATE three of four concurrent writers fail with "database is locked"; with synchronous
        # below FULL the last saves may be forgotten when the power fails.
        options.setdefault("transaction_mode", "IMMEDIATE")
        options.setdefault("timeout", SECONDS_FOR_A_LOCK)
        options.setdefault(
            "init_command",
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            " PRAGMA cache_size=-20000; PRAGMA mmap_size=134217728; PRAGMA temp_store=MEMORY;",
        )
    else:
        options.setdefault("connect_timeout", 5)
        options.setdefault("options", f"-c lock_timeout={SECONDS_FOR_A_LOCK}s")
        if options.get("pool"):
            parsed["CONN_MAX_AGE"] = 0  # the pool keeps the connections instead
    return parsed


def limit_statements(options: dict[str, Any]) -> None:
    """Let PostgreSQL end what takes too long for a page. Commands may take longer: the workers alone call this."""
    limits = {"statement_timeout": "30s", "idle_in_transaction_session_timeout": "60s"}
    options["options"] = " ".join([options["options"], *(f"-c {name}={value}" for name, value in limits.items())])


# The site and its secrets

DEBUG = env_bool("DEBUG")
SECRET_KEY = secret_key(DEBUG)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "tournaments",
    "scorecards",
    "brackets",
    "judging",
]

MIDDLEWARE = [
    "config.guard.GuardMiddleware",
    "config.middleware.VersionPollMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # What is rendered for one reader; ready pages come compressed. Each answer gets random bytes, and each page its
    # token with a new mask, so that its size tells nothing (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.PageCacheMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.requests.in_templates",
            ],
            "builtins": ["tournaments.templatetags.pages"],
        },
    }
]

FORM_RENDERER = "tournaments.forms.FormRenderer"

# What the apps above do for those below, which know none of them

ON_TOURNAMENT_CHANGE = [
    "scorecards.records.bursts.work_out_after_burst",
    "scorecards.reporting.services.codes.make_missing_codes",
    "scorecards.reporting.services.codes.follow_plan",
]
"""Called, in this order, within every change: with the locked tournament, and whether it bears on the cards."""
TOURNAMENT_PROGRESS = {
    "has_cards": "scorecards.records.progress.has_entered_cards",
    "entered_lines": "scorecards.records.progress.entered_lines",
    "last_game": "scorecards.records.progress.last_entered_game",
    "last_round": "brackets.playoffs.selectors.state.last_played_round",
    "open_calls": "judging.calls.selectors.calls.number_of_open_calls",
}
"""How far an event has come: each is called with the tournament (tournaments/records/progress.py)."""
ON_EVENT_DESTROYED = ["scorecards.photographs.services.deletion.forget_pictures"]
"""Called with an event that is destroyed, before its rows are deleted."""
ON_EVENT_COPIED = ["brackets.money.services.copy_plan", "judging.judges.services.copy_relations"]
"""Called with the event that is copied, its copy, and who copies it."""
ARCHIVED_TABLES = [
    "tournaments.archives.tables.TABLES",
    "scorecards.reporting.archive.TABLES",
    "brackets.seasons.archive.TABLES",
    "judging.calls.archive.TABLES",
]
"""What of each app's tables goes into the archive of an event, in the order in which it is restored."""
EVENT_CHECK = "brackets.event_files.verify.all_differences"
"""Called with a tournament: what in it does not follow from its cards, in words."""
CITATION_PROBLEMS = ["judging.rules.rulebook.citation_problem"]
"""What tells, by edition and number, why a rule cannot be cited (scorecards/rules/citations.py)."""
CARD_ADDRESSES = "scorecards.reporting.selectors.codes.addresses_of_cards"
"""Called with the tournament: the address to which the code on each card leads, by entrant's number."""
SECOND_LAPTOP = "config.standby.shown.second_laptop"
"""Called without anything: how the second laptop stands, or nothing where there can be none."""
CALL_JUDGE = "judging.calls.services.calls.call_from_table"
"""Called with the tournament, key, two entrants, game and place, when a player calls a judge to the board."""
ANNOUNCE = "brackets.announcements.services.post_announcement"
"""Called with the tournament, who does it, and a text that everybody is to see."""
HEAD_JUDGE = "judging.judges.selectors.head_judge_of"
"""Called with the tournament: the name of its head judge, to whom rule 14.1 gives the decision, or nothing."""

# What leads from one app to another that it does not know: each page by a name of its own (tournaments/pages.py)

PAGES = {
    "event": "brackets:event",
    "desk": "brackets:desk",
    "cards": "scorecards:cards",
    "photo-cards": "scorecards:print-photo-cards",
    "open-card": "scorecards:open-card",
    "own-card-of": "scorecards:own-card-of",
    "card": "brackets:card",
    "player": "brackets:player",
    "posting": "brackets:posting",
    "close-and-post": "brackets:close-and-post",
    "bracket": "brackets:bracket",
    "playoffs": "brackets:playoffs",
    "matches-csv": "brackets:matches-csv",
    "matches-json": "brackets:matches-json",
    "rule": "judging:rule",
    "call": "judging:call",
    "calls": "judging:calls",
    "call-log": "judging:call-log",
    "high-hands": "judging:high-hands",
}
STAFF_NAV = {
    "Before": [
        ("Entrants", "tournaments:entrants", ""),
        ("Seating", "tournaments:seating", ""),
        ("Schedule", "tournaments:schedule", ""),
    ],
    "Qualifying": [
        ("Scorecards", "scorecards:cards", ""),
        ("Cross-check", "scorecards:check", ""),
        ("Standings", "scorecards:ranking", ""),
        ("Reports", "scorecards:reports", "has_phones"),
        ("Matches", "scorecards:club-matches", "is_at_club"),
        ("Post", "brackets:post", ""),
    ],
    "Playoffs": [
        ("Bracket", "brackets:playoffs", "has_playoffs"),
        ("Payouts", "brackets:money", ""),
        ("Results", "brackets:awards", ""),
        ("Season", "brackets:season-edit", "is_at_club"),
    ],
    "Judges": [
        ("Judge calls", "judging:calls", ""),
        ("High hands", "judging:high-hands", ""),
        ("Rules", "judging:event-rules", ""),
    ],
    "Event": [
        ("Dashboard", "brackets:desk", ""),
        ("Announcements", "brackets:announcements", ""),
        ("Staff", "tournaments:staff", ""),
        ("Hall check", "tournaments:hall-check", ""),
        ("Second laptop", "tournaments:second-laptop", ""),
        ("Activity log", "tournaments:log", ""),
        ("Settings", "tournaments:settings", ""),
    ],
}
"""Label, page, and what the event must have for it (a property of it), by group in the order of the day. Who sees a
page is who may open it."""

# Where the server listens, and its name in the network: it says so to its workers (tournaments/hall_check/)

SERVED_HOST = os.environ.get("SERVED_HOST", "")
SERVED_PORT = env_number("SERVED_PORT", most=65535)
NETWORK_NAME = os.environ.get("NETWORK_NAME", "")

# Data

DATABASES = {"default": database(os.environ.get("DATABASE_URL", "").strip())}
# A pasted list may be as large as one that is uploaded; beyond that the site refuses it in words of its own.
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024**2
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Static files

STATIC_URL = "/static/"
STATICFILES_DIRS = [folder for folder in [BASE_DIR / "static"] if folder.is_dir()]
"""None in an installed program, whose files were collected when it was built."""
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", "").strip() or BASE_DIR / "staticfiles")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Language and time

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_THOUSAND_SEPARATOR = False
USE_TZ = True
MACHINE_TIME_ZONE = machine_time_zone()
"""Where new events take place unless a director says otherwise."""
TIME_ZONE = "UTC"
CLOCK_AHEAD = timedelta(0)
"""By how much the clock of the playoffs runs ahead of the machine's: tests move it instead of waiting."""

# Who may enter: sign-in is required by default, public pages opt out with @login_not_required

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
# How long one waits after wrong passwords: tournaments/sign_in/limits.py.
AXES_HANDLER = "tournaments.sign_in.limits.SignInLimits"
AXES_FAILURE_LIMIT = 8
AXES_RESET_ON_SUCCESS = True
# Somebody who goes on guessing does not keep the right person waiting longer.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_CLIENT_IP_CALLABLE = "config.addresses.address_of"
PROXIES = env_number("PROXIES", most=5)
"""How many proxies of our own stand before the site, each of which adds to X-Forwarded-For what it saw."""
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "tournaments.sign_in.views.sign_in.locked_out"
CSRF_FAILURE_VIEW = "tournaments.sign_in.views.sign_in.stale_page"
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["tournaments.sign_in.passwords.FewAtATime", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        *("UserAttributeSimilarityValidator", "MinimumLengthValidator"),
        *("CommonPasswordValidator", "NumericPasswordValidator"),
    )
] + [{"NAME": "tournaments.sign_in.passwords.FieldWordValidator"}]

# What browsers are told

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_ENGINE = "tournaments.sign_in.session_store"

# HTTPS=1: a proxy in front of the site speaks https and sets X-Forwarded-Proto itself.
HTTPS = env_bool("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
SILENCED_SYSTEM_CHECKS = (
    # Other names under the same domain are not ours to bind (W005), nor is browsers' built-in list (W021).
    ["security.W005", "security.W021"]
    if HTTPS
    # The laptop in the hall serves its own network by plain http, where there is no certificate to be had:
    # strict transport, the redirect and cookies for https only would shut everybody out.
    else ["security.W004", "security.W008", "security.W012", "security.W016"]
)

# Errors go to standard error, with their tracebacks, and to a file a day

BACKUP_DIR = VAR_DIR / "backups"
PICTURES_DIR = VAR_DIR / "pictures"
BACKUP_TO = os.environ.get("BACKUP_TO", "").strip()
"""A second folder for backups, such as one of a USB stick; blank for the one that ``backup_site --also`` chose."""

LOG_DIR = Path(os.environ.get("LOG_DIR", "").strip() or VAR_DIR / "log")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.SecretsHidden", "format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "config.logs.JsonLine"},
    },
    "filters": {"repeats": {"()": "config.logs.Repeats"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["repeats"]},
        "file": {
            "()": "config.logs.DailyFile",
            "folder": LOG_DIR,
            "formatter": "json",
            "level": "WARNING",
            "filters": ["repeats"],
        },
    },
    "root": {"handlers": ["stderr", "file"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # A page that is not there, or not for this visitor, is no error of the site.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        # Words by which no rule was found.
        "judging.unfound": {"handlers": [], "level": "INFO", "propagate": True},
    },
}
