"""The site as the server calls it."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.bodies import BodyLimits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = BodyLimits(get_wsgi_application(), session_cookie=settings.SESSION_COOKIE_NAME)
