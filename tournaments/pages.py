"""Pages that an app links to without knowing which app serves them: ``PAGES`` in the settings names their addresses."""

from django.conf import settings
from django.urls import reverse


def page_url(page: str, *args: object) -> str:
    """Return the address of a page that another app serves."""
    return reverse(settings.PAGES[page], args=args)
