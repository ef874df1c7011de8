"""The site itself, in one thread for each request; ``config/asgi.py`` puts the front before it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
