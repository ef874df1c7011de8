"""Games reported at the table, as the engine reads them: of a whole event, and around one card."""

from collections.abc import Iterable, Mapping, Set

from django.db.models import Count, F, Max, QuerySet

from scorecards.models import GameReport, GameUnlock, RoundClosing
from scorecards.rules.table_reports import How, Report, Reported, Stage, Unlock, line_of, result_in_words
from tournaments.models import Entrant, Tournament
from tournaments.rules.types import Line

Row = tuple[int, int, int, int, bool, int, str]
OF_A_REPORT = ("pk", "game", "entrant__number", "opponent__number", "won", "spread", "how")
"""The columns of a :data:`Row`."""


def closing_of(tournament: Tournament) -> RoundClosing | None:
    """Return how the qualifying round was closed for phones, ``None`` while it is open. One query."""
    return RoundClosing.objects.active().filter(tournament=tournament).first()


def is_reporting(tournament: Tournament) -> bool:
    """Whether players have reported games on phones and the round is not closed. Two queries, none on paper."""
    if not tournament.has_phones or closing_of(tournament) is not None:
        return False
    return GameReport.objects.filter(entrant__tournament=tournament).exists()


def last_reported_game(tournament: Tournament) -> int:
    """Return the last game that a phone has reported, 0 where none has. One query, none on paper."""
    if not tournament.has_phones:
        return 0
    reports = GameReport.objects.filter(entrant__tournament=tournament).order_by()
    return int(reports.aggregate(last=Max("game"))["last"] or 0)


def game_at_the_tables(tournament: Tournament) -> int:
    """Return the last game that two phones have reported, 0 before: one may have chosen a wrong game. One query."""
    reports = GameReport.objects.filter(entrant__tournament=tournament).order_by()
    games = reports.values("game").annotate(phones=Count("entrant", distinct=True)).filter(phones__gte=2)
    return int(games.aggregate(last=Max("game"))["last"] or 0)


def reports_of(tournament: Tournament) -> Reported:
    """Return every report of an event that counts. Two queries."""
    reports = GameReport.objects.filter(entrant__tournament=tournament).order_by()
    return _counting(reports.values_list(*OF_A_REPORT), GameUnlock.objects.filter(first__tournament=tournament))


def reports_around(entrant: Entrant, game: int | None = None) -> Reported:
    """Return what the games of one card depend on, or one game of it. Two queries.

    These are its own reports, those that name it, and whatever the others of these games reported of the same game: of
    twenty opponents with twenty reports each, one report of each.
    """
    at = {} if game is None else {"game": game}
    own, naming = GameReport.objects.filter(entrant=entrant, **at), GameReport.objects.filter(opponent=entrant, **at)
    rows = (own | naming).order_by().values_list(*OF_A_REPORT)
    unlocks = GameUnlock.objects.filter(first__tournament=entrant.tournament_id, **at)
    return _counting(rows.union(_beside(own, "opponent"), _beside(naming, "entrant")), unlocks)


def _beside(reports: QuerySet[GameReport], other: str) -> QuerySet[GameReport, Row]:
    """Return what one of the two of each report said of the same game."""
    theirs = f"{other}__game_reports__"
    rows = reports.filter(**{f"{theirs}game": F("game")}).order_by()
    who, *said = (f"{theirs}{name}" for name in ("pk", "opponent__number", "won", "spread", "how"))
    return rows.values_list(who, "game", f"{other}__number", *said)


def _counting(reports: Iterable[Row], unlocks: QuerySet[GameUnlock]) -> Reported:
    named = unlocks.order_by("pk").values_list("game", "first__number", "second__number", "after", "reason")
    return Reported.of(
        (Report(*row[:-1], How(row[-1])) for row in reports),
        (Unlock(game, (first, second), after, reason) for game, first, second, after, reason in named),
    )


def locked_lines(tournament: Tournament, entrant: Entrant) -> Mapping[int, Line]:
    """Return the lines of a card that both players agreed on at the table, by game; no query where phones are off."""
    if not tournament.has_phones or not GameReport.objects.filter(entrant=entrant).exists():
        return {}
    reported, scheme = reports_around(entrant), tournament.scored
    states = (reported.state(number, game) for number, game in reported.current if number == entrant.number)
    return {
        state.game: line_of(state.own, scheme)
        for state in states
        if state.stage is Stage.LOCKED and state.own is not None
    }


def said_by_opponents(tournament: Tournament, entrant: Entrant, lines: Mapping[int, Line]) -> dict[int, str]:
    """Say what opponents reported where a card's lines differ from it: ``B-5 reported won by 15``.

    Only lines that are entered are compared: nobody enters a card from another one.
    """
    reports = GameReport.objects.filter(opponent=entrant, game__in=list(lines))
    if not tournament.has_phones or not lines or not reports.exists():
        return {}
    scheme = tournament.scored
    seats = {number: seat or str(number) for number, seat in reports.values_list("entrant__number", "entrant__seat")}
    reported, found = reports_around(entrant), {}
    for game, line in sorted(lines.items()):
        theirs = reported.current.get((line.opponent or 0, game))
        if theirs is None or theirs.opponent != entrant.number:
            continue
        mirror = Report(0, game, entrant.number, theirs.entrant, not theirs.won, theirs.spread)
        if line_of(mirror, scheme) != line:
            words = result_in_words(won=theirs.won, spread=theirs.spread, scheme=scheme)
            found[game] = f"{seats[theirs.entrant]} reported {words}"
    return found


def entrants_by_phone(tournament: Tournament) -> Set[int]:
    """Return the numbers of those who reported a game themselves. One query."""
    reports = GameReport.objects.filter(entrant__tournament=tournament).exclude(how=How.INITIALED)
    return frozenset(reports.order_by().values_list("entrant__number", flat=True))
