"""The matches of a club event to take away: their standings as a table, and everything as JSON."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from brackets.seasons.exports import matches_json, matches_table
from scorecards.club_matches.selectors import public_matches
from tournaments.models import Tournament
from tournaments.page_cache.cache import public_page
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, READABLE, download


@public_page()
def as_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Download the standings of the matches as CSV; only the header while they are not public."""
    table = matches_table(public_matches(tournament))
    return download(write_csv(table.header, table.rows).encode(), CSV, f"{tournament.slug}-matches.csv")


@public_page()
def as_json(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the finished matches and their standings as JSON."""
    return JsonResponse(matches_json(tournament, public_matches(tournament)), json_dumps_params=READABLE)
