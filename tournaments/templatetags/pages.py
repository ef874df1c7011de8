"""``{% page_url %}``: as ``{% url %}``, for pages that another app serves. Built in."""

from __future__ import annotations

from django import template

from tournaments.pages import page_url

register = template.Library()
register.simple_tag(page_url)
