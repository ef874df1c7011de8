"""What servers answer that no second laptop can follow: tests, and those on PostgreSQL."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache


@login_not_required
@never_cache
def second(request: HttpRequest) -> JsonResponse:
    """Say that there is none. Where one can be, the front answers before this (first.py)."""
    return JsonResponse({"second": "", "is_replaced": False})
