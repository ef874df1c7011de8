"""``{% page_url %}``: as ``{% url %}``, for pages that another app serves; how the stick stands. Built in."""

from __future__ import annotations

from django import template

from tournaments.backups.copying import on_stick
from tournaments.pages import page_url

register = template.Library()
register.simple_tag(page_url)
register.simple_tag(on_stick, name="stick_state")
