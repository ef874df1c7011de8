"""Reading whole events."""

from dataclasses import replace

from django.db.models import Count

from brackets.event_files.reading import match_errors, qualifiers_in
from brackets.models import Bracket, Match
from brackets.playoffs.selectors import departures_of
from scorecards.club_matches.selectors import club_match_records
from scorecards.records.facts import facts_of
from tournaments.models import Tournament
from tournaments.rules.types import EventFile, MatchRecord, PlayoffRecord

AS_DRAWN = "as many as the bracket was drawn for"
NOT_IN_AN_EVENT_FILE = (
    "Not in an event file: postings, log, staff, initials, payments, judge calls, forfeits, reports, announcements. The"
    " standings are not public: post them, or show them under Settings. restore_archive restores a whole event."
)


def missing_in_event_file(tournament: Tournament) -> str:
    """Return in words what an event file of it cannot say, nothing where it says everything. One query."""
    if not departures_of(tournament, is_replaced=True):
        return ""
    return (
        "Somebody was replaced before the draw. An event file cannot say so: where this one is imported,"
        " the bracket is seeded by the cards alone."
    )


def event_file_of(tournament: Tournament) -> EventFile:
    """Return everything that is stored of a tournament as an event file. Fifteen queries or fewer; 18 for clubs."""
    event_file = replace(
        facts_of(tournament), playoff=_playoff_record(tournament), club_matches=club_match_records(tournament)
    )
    return _as_drawn(tournament, event_file) if event_file.playoff and event_file.playoff.matches else event_file


def _as_drawn(tournament: Tournament, event_file: EventFile) -> EventFile:
    """Return the event with as many qualifiers as its bracket has, though entrants have come or gone since the draw.

    Where the file is imported, the matches have to fit the bracket again.
    """
    brackets = Bracket.objects.filter(tournament=tournament).annotate(drawn=Count("seeds"))
    posting, drawn = brackets.values_list("posting", "drawn").get()
    is_as_now = drawn == qualifiers_in(event_file) if posting else not any(match_errors(event_file, is_whole=True))
    if is_as_now or not drawn:
        return event_file
    return replace(event_file, event=replace(event_file.event, qualifiers=drawn, qualifiers_reason=AS_DRAWN))


def _playoff_record(tournament: Tournament) -> PlayoffRecord | None:
    matches = tuple(
        MatchRecord(match.round, match.slot, (match.upper_games, match.lower_games), match.forfeits)
        for match in Match.objects.active().filter(bracket__tournament=tournament).order_by("pk")
    )
    if tournament.best_of is None and not matches:
        return None
    return PlayoffRecord(tuple(tournament.best_of or ()), matches)
