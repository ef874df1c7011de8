"""The event as one page that needs no other file: it opens from a mail, on a phone."""

from base64 import b64encode

from django.template.loader import render_to_string
from django.utils import timezone

from brackets.public.selectors.printed_bracket import sheets_of
from brackets.published.names import names_hidden
from brackets.published.pages import static_file
from brackets.results.exports import PublicResults
from scorecards.rules.pools import by_pool
from tournaments.models import Tournament

STYLES = "static/css/published_page.css"


def one_page(tournament: Tournament) -> bytes:
    """Return standings, bracket and results of an event, as far as they are public, with their styles in the page."""
    with names_hidden(tournament.pk):
        event = Tournament.objects.get(pk=tournament.pk)
        public = PublicResults(event)
        outcome, results = public.outcome, public.results
        context = {
            "tournament": event,
            "public": public,
            "posting": public.posting,
            "outcome": outcome,
            "bracket": public.bracket,
            "sheets": sheets_of(public.bracket),
            "pools": by_pool(outcome.rows) if outcome is not None and outcome.has_cards else [],
            "results": results,
            "now": timezone.now(),
            "styles": b64encode(static_file(STYLES) or b"").decode(),
        }
        return render_to_string("brackets/published/page.html", context).encode()
