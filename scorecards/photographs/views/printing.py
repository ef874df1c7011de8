"""The page that prints scorecards for photographs: two to a sheet, A4 or Letter, from the browser."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorecards.photographs.selectors.printing import photo_sheets, why_none
from tournaments.htmx import EventRequest
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.text import whole_number
from tournaments.seating.selectors.printouts import table_signs
from tournaments.seating.selectors.seats import seating_of
from tournaments.seating.services.draw import in_words
from tournaments.staff.access import staff_page


@require_safe
@staff_page()
def print_cards(request: EventRequest) -> HttpResponse:
    now = seating_of(request.event)
    table = request.GET.get("table", "").strip().upper()
    number = whole_number(request.GET.get("number", "")) or 0
    sheets, refusal = [], why_none(request.event)
    try:
        sheets = [] if refusal else photo_sheets(request.event, now, table=table, number=number)
    except MovementError as error:
        refusal = f"Scorecards cannot be printed: {in_words(error, now)} Correct the schedule first."
    context = {
        "sheets": sheets,
        "refusal": refusal,
        "tables": [sign["name"] for sign in table_signs(now)],
        "table": table,
        "has_schedule": bool(now.schedule),
    }
    return render(request, "scorecards/photographs/print_cards.html", context)
