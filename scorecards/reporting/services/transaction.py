"""The transaction of a report: it waits for its turn, locks the event, and leaves its version alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from scorecards.records.reports import closing_of
from tournaments.changes.write_queue import write_queue
from tournaments.models import Tournament
from tournaments.refused import Refused


@contextmanager
def report_transaction(tournament: Tournament) -> Iterator[Tournament]:
    """Run a change of reports alone. Nothing that is worked out from the cards depends on them."""
    with write_queue(), transaction.atomic():
        yield Tournament.objects.present().select_for_update().get(pk=tournament.pk)


def why_closed(tournament: Tournament) -> str:
    """Say why players cannot report, and what to do; blank where they can."""
    if not tournament.has_phones:
        return "The director switched phones off. Use your paper card."
    if closing_of(tournament) is not None:
        return "The qualifying round is closed. Give your paper card to a checker."
    return ""


def refuse_if_closed(tournament: Tournament) -> None:
    """Refuse what only an open round takes."""
    if why := why_closed(tournament):
        raise Refused(why)
