"""``{% page_url %}``: as ``{% url %}``, for pages that another app serves; the term, the stick, the "?". Built in."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.backups.state import new_key_at, on_stick
from tournaments.backups.views import is_at_this_computer, offers_at
from tournaments.help.guide import chapters_of, help_for
from tournaments.pages import page_url
from tournaments.term import PAGE_TERM, current_term, in_term, signed_term

register = template.Library()
register.simple_tag(page_url)
register.simple_tag(on_stick, name="stick_state")
register.simple_tag(signed_term)
register.simple_tag(new_key_at)
register.filter(in_term)


class TokenNode(CsrfTokenNode):
    """Django's token of a form, and for staff the term in which the form was made."""

    def render(self, context: template.Context) -> SafeString:
        term = current_term() if context.get("me") else None
        says = (
            format_html('<input type="hidden" name="{}" value="{}">', PAGE_TERM, term) if term and term.number else ""
        )
        return format_html("{}{}", super().render(context), says)


@register.tag
def csrf_token(_parser: Parser, _token: Token) -> TokenNode:
    """Print the hidden fields that each form has. Django's tag of this name, for all of its places."""
    return TokenNode()


@register.simple_tag(takes_context=True)
def stick_offers(context: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the events on sticks that this computer could continue, where the reader sits at it."""
    return [{**one, "at": datetime.fromisoformat(one["at"])} for one in offers_at(context["request"])]


@register.simple_tag(takes_context=True)
def at_the_laptop(context: Mapping[str, Any]) -> bool:
    """Tell whether the reader sits at the computer that serves."""
    return is_at_this_computer(context["request"])


@register.simple_tag(takes_context=True)
def help_url(context: Mapping[str, Any]) -> str:
    """Return where Help tells about the open page."""
    match = context["request"].resolver_match
    return help_for(match.route if match else "", chapters_of(context))
