"""Take cards from phones without a network: by a picture of the code, or by the rows below it."""

from typing import Any

import zxingcpp
from django.http import HttpResponse
from django.http.request import RawPostDataException
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from scorecards.reporting.services.handover import take_card
from tournaments.htmx import EventRequest
from tournaments.refused import Refused
from tournaments.rules.text import number_in
from tournaments.staff.access import staff_page

MAX_SIDE = 2000
"""Of a picture, in pixels: the script of the page makes it smaller."""


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def handover(request: EventRequest) -> HttpResponse:
    """Show the form; store a code that is sent, and show what became of each game."""
    context: dict[str, Any] = {"typed": ""}
    status = 200
    if request.method == "POST":
        text = request.POST.get("code", "")
        try:
            context["taken"] = take_card(request.event, request.me, text=text)
        except Refused as refusal:
            context |= {"refusal": str(refusal), "typed": text}
            status = 422
    return render(request, "scorecards/reporting/handover.html", context, status=status)


@require_POST
@staff_page("checker")
def picture(request: EventRequest) -> HttpResponse:
    """Return the text of the code in a picture, sent as one byte of gray for each pixel; nothing where there is none.

    The browser has unpacked and shrunk the picture, so that no image file is opened here.
    """
    width, height = number_in(request.GET, "width") or 0, number_in(request.GET, "height") or 0
    try:
        gray = request.body
    except RawPostDataException:  # a form, which was read as one
        gray = b""
    if not 0 < width <= MAX_SIDE or not 0 < height <= MAX_SIDE or len(gray) != width * height:
        return HttpResponse("Not a picture.", status=422, content_type="text/plain")
    found = zxingcpp.read_barcode(
        memoryview(gray).cast("B", (height, width)), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    return HttpResponse(found.text if found is not None else "", content_type="text/plain")
