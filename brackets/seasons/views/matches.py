"""Downloads of the matches of a club event: standings as a table, and everything as JSON."""

from django.http import HttpResponse, JsonResponse

from brackets.seasons.exports import matches_json, matches_table
from scorecards.club_matches.selectors import public_matches
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import public_page
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, READABLE, download


@public_page()
def as_csv(request: EventRequest) -> HttpResponse:
    """Download the standings of the matches as CSV; only the header while they are not public."""
    table = matches_table(public_matches(request.event))
    return download(write_csv(table.header, table.rows).encode(), CSV, f"{request.event.slug}-matches.csv")


@public_page()
def as_json(request: EventRequest) -> HttpResponse:
    """Return the finished matches and their standings as JSON."""
    return JsonResponse(matches_json(request.event, public_matches(request.event)), json_dumps_params=READABLE)
