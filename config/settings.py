"""Every setting of the site. config/starting/environment.py reads those that differ between computers (README.md)."""

import os
from datetime import timedelta
from pathlib import Path

import cribbage_tournaments
from config.starting.environment import (
    BASE_DIR,
    VAR_DIR,
    database,
    env_bool,
    env_list,
    env_number,
    machine_time_zone,
    secret_key,
)

VERSION = cribbage_tournaments.number()
START, MANAGE = cribbage_tournaments.START, cribbage_tournaments.MANAGE

# The site and its secrets

DEBUG = env_bool("DEBUG")
SECRET_KEY = secret_key(DEBUG)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
ROOT_URLCONF = "config.urls"

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
    "config.middleware.TermMiddleware",
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

# What of an event is in its archive

NOT_IN_ARCHIVES = {
    # What is hidden, practice or deleted; what follows from the log, and from the links to other events.
    "tournaments.Tournament": ["is_hidden", "practice", "deleted_at", "log_length", "log_head", "awaited"],
    # Keys: a link, or a printed code, must open nothing on another site.
    "tournaments.Invitation": ["digest"],
    "scorecards.CardCode": ["digest"],
    # Where people are, and what they have open, at the moment.
    "tournaments.StaffMember": ["last_seen_at"],
    "scorecards.CardPresence": "all",
    "scorecards.TableHold": "all",
    # Where this site sends its pages is nothing to another one.
    "brackets.Publication": "all",
    "brackets.PublishTarget": "all",
    # Pictures stay where they were taken.
    "scorecards.PictureFile": ["stored"],
    "scorecards.CardPicture": ["stored"],
}
"""Fields that may not leave the site in the archive of an event; every other field of every table of it does."""
SHARED_BY_EVENTS = {
    "tournaments.Player": ["name", "acc_number", "club", "city"],
    "brackets.ClubSeason": ["club", "name", "made_by", "made_at"],
}
"""Tables whose rows several events share, and by which fields a row of an archive is known where it is already."""
COUNTED_IN_ARCHIVES = {"scorecards.GameUnlock.after": "scorecards.GameReport"}
"""Numbers that mean all rows of a table of the event up to that primary key."""

# What leads from one app to another that it does not know: each page by a name of its own (tournaments/pages.py)

PAGES = {
    "event": "brackets:event",
    "dashboard": "brackets:dashboard",
    "cards": "scorecards:cards",
    "photo-cards": "scorecards:print-photo-cards",
    "find": "scorecards:find",
    "practice": "brackets:practice",
    "own-card-of": "scorecards:own-card-of",
    "card": "brackets:card",
    "player": "brackets:player",
    "call-player": "brackets:call-player",
    "post": "brackets:post",
    "posting": "brackets:posting",
    "publish": "brackets:publish",
    "close-and-post": "brackets:close-and-post",
    "bracket": "brackets:bracket",
    "playoffs": "brackets:playoffs",
    "matches-csv": "brackets:matches-csv",
    "matches-json": "brackets:matches-json",
    "rule": "judging:rule",
    "rule-index": "judging:rule-index",
    "call": "judging:call",
    "calls": "judging:calls",
    "call-log": "judging:call-log",
    "high-hands": "judging:high-hands",
}
STAFF_NAV = {
    "Dashboard": [("Dashboard", "brackets:dashboard", "")],
    "Door": [
        ("Entrants", "tournaments:entrants", ""),
        ("Check-in", "tournaments:check-in", ""),
        ("Seating", "tournaments:seating", ""),
    ],
    "Play": [
        ("Schedule", "tournaments:schedule", ""),
        ("Reports", "scorecards:reports", "has_phones"),
        ("Hall screen", "brackets:screen", ""),
    ],
    "Cards": [
        ("Scorecards", "scorecards:cards", ""),
        ("Photographs", "scorecards:photographs", ""),
        ("Matches", "scorecards:club-matches", "is_at_club"),
    ],
    "Check": [
        ("Cross-check", "scorecards:check", ""),
        ("Standings", "scorecards:ranking", ""),
        ("Post", "brackets:post", ""),
    ],
    "Playoffs": [
        ("Bracket", "brackets:playoffs", "has_playoffs"),
        ("Results", "brackets:awards", ""),
        ("ACC report", "brackets:acc-report", "is_for_acc"),
        ("Season", "brackets:season-edit", "is_at_club"),
    ],
    "Judges": [
        ("Judge calls", "judging:calls", ""),
        ("High hands", "judging:high-hands", ""),
        ("Rules", "judging:event-rules", ""),
    ],
    "More": [
        ("Announcements", "brackets:announcements", ""),
        ("Payouts", "brackets:payouts", ""),
        ("Staff", "tournaments:staff", ""),
        ("Hall check", "tournaments:hall-check", ""),
        ("Backups", "tournaments:backups", ""),
        ("Published site", "brackets:publish", ""),
        ("Activity log", "tournaments:log", ""),
        ("Settings", "tournaments:settings", ""),
    ],
}
"""Label, page, and what the event must have for it (a property of it), by station of the day. Who sees a page is who
may open it."""

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
        else "config.static_files.StaticFiles"
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
# Further guesses by somebody else do not make the right person wait longer.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_CLIENT_IP_CALLABLE = "config.addresses.address_of"
PROXIES = env_number("PROXIES", most=5)
"""How many proxies of our own stand before the site, each of which adds to X-Forwarded-For what it saw."""
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "tournaments.sign_in.views.locked_out"
CSRF_FAILURE_VIEW = "tournaments.sign_in.views.stale_page"
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
    # We cannot decide for other names under the same domain (W005), nor for browsers' built-in list (W021).
    ["security.W005", "security.W021"]
    if HTTPS
    # The laptop in the hall serves its own network by plain http, where it cannot have a certificate:
    # strict transport, the redirect and cookies for https only would shut everybody out.
    else ["security.W004", "security.W008", "security.W012", "security.W016"]
)

# Errors go to standard error, with their tracebacks, and to a file a day

BACKUP_DIR = VAR_DIR / "backups"
PICTURES_DIR = VAR_DIR / "pictures"
PUBLISH_DIR = VAR_DIR / "publish"
"""Passwords and keys of the places to which the published site is sent, and when its pages changed: in no backup."""
BACKUP_TO = os.environ.get("BACKUP_TO", "").strip()
"""A second folder for backups, such as one of a USB stick; blank for the one that ``backup_site --also`` chose."""

LOG_DIR = Path(os.environ.get("LOG_DIR", "").strip() or VAR_DIR / "log")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.SecretsHidden", "format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "file": {"()": "config.logs.DailyFile", "folder": LOG_DIR, "formatter": "line", "level": "WARNING"},
    },
    "root": {"handlers": ["stderr", "file"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # A page that is not there, or not for this visitor, is no error of the site.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        # Hosts of the published site that break off: the page says so.
        "paramiko": {"handlers": [], "level": "CRITICAL", "propagate": True},
        # Words by which no rule was found.
        "judging.unfound": {"handlers": [], "level": "INFO", "propagate": True},
    },
}
