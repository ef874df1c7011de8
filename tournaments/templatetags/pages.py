"""``{% page_url %}``: as ``{% url %}``, for pages that another app serves; whose drafts these are. Built in."""

from __future__ import annotations

from django import template
from django.utils.crypto import salted_hmac

from tournaments.models import StaffMember
from tournaments.pages import page_url

register = template.Library()
register.simple_tag(page_url)


@register.filter
def draft_ticket(member: StaffMember) -> str:
    """Return what only pages of this person carry, the same on both laptops of an event.

    A draft that comes by an address, which anybody can make up, is theirs where it has it (static/js/live/kept.js).
    """
    return salted_hmac("draft ticket", str(member.pk)).hexdigest()[:32]
