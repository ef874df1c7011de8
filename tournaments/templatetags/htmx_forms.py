"""Attributes of forms whose answer htmx swaps into the page."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def hx_form(target: str, view: str, *args: Any) -> SafeString:
    """Return the attributes of a form that posts to a view and has the answer put in the place of ``target``.

    ``<form {% hx_form "#call" "judging:close-call" tournament.slug call.number %}>`` works without script too.
    """
    address = reverse(view, args=args)
    return format_html('method="post" action="{0}" hx-post="{0}" hx-target="{1}" hx-swap="outerHTML"', address, target)
