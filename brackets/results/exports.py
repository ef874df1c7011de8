"""Public results as tables and as JSON. Pages, files and JSON all come from :func:`public_results`."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from brackets.results.selectors import ResultRow, Results, weekend_of
from brackets.standings.bracket import BracketMatch, BracketSide, BracketView
from brackets.standings.outcome import EventOutcome, Phase, phase_before_posting, phase_of
from brackets.standings.postings import PublicView
from scorecards.rules.event_result import drop_outs_to_json
from tournaments.models import Tournament

JSON_VERSION = 3
SIDE = ("seed", "number", "name", "games")


class PublicResults(PublicView):
    """What everybody may see. ``results`` is ``None`` while places are not known. Ten queries or fewer."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament)
        outcome = self.outcome
        if not tournament.has_playoffs:
            self.bracket = None
        is_played_on = self.bracket is not None and self.bracket.has_results
        is_known = outcome is not None and outcome.has_cards and (outcome.is_settled or is_played_on)
        self.results = Results(tournament, outcome, self.bracket) if outcome is not None and is_known else None
        self.weekend = weekend_of(tournament)
        before = phase_before_posting(tournament) if self.is_hidden else None
        self.phase: Phase = before or phase_of(tournament, outcome, self.bracket)

    @property
    def status(self) -> str:
        """How sure it is: ``to come``, ``provisional`` as cards come in, or ``posted``."""
        if self.posting is not None:
            return "posted"
        return "provisional" if self.outcome is not None else "to come"


# Tables


class ExportTable(NamedTuple):
    """A table for export: whole numbers and amounts stay numbers."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[object]]


def standings_table(outcome: EventOutcome) -> ExportTable:
    """Return the standings in order of place, pool by pool where there are pools."""
    header = (
        *_pool_cells(outcome, "Pool"),
        *("Place", "Shared", "Number", "Name", "ACC number", "Club", "Seat"),
        *(column.label for column in outcome.columns.totals),
        *("Decided by", "Qualifies"),
    )
    rows = [
        (
            *_pool_cells(outcome, row.pool),
            *(row.rank, _yes_or_no(row.is_shared), row.number, row.name, row.acc_number, row.club, row.seat),
            *row.totals.values(),
            *(row.decided_by, _yes_or_no(row.qualifies)),
        )
        for row in outcome.rows
    ]
    return ExportTable("Standings", header, rows)


def _pool_cells(outcome: EventOutcome, cell: str | None) -> tuple[str, ...]:
    """Return the cell of the pool column; no cell without pools."""
    return (cell or "",) if outcome.has_pools else ()


def bracket_table(bracket: BracketView | None) -> ExportTable:
    """Return every match of the bracket, round by round from the top."""
    header = (
        *("Round", "Round name", "Best of", "Match", "Bye"),
        *(f"{where} {what}" for where in ("Upper", "Lower") for what in SIDE),
        *("Winner", "Games forfeited", "Forfeited by"),
    )
    rows = [
        (
            *(one.number, one.name, one.best_of, match.slot, _yes_or_no(match.is_bye)),
            *_side_cells(match.upper),
            *_side_cells(match.lower),
            *(match.winner_number, match.forfeits, _number(match.forfeiter)),
        )
        for one in (bracket.rounds if bracket is not None else ())
        for match in one.matches
    ]
    return ExportTable("Bracket", header, rows)


def _side_cells(side: BracketSide | None) -> tuple[object, ...]:
    return (side.seed, side.number, side.name, side.games) if side is not None else (None, None, "", None)


def _number(side: BracketSide | None) -> int | None:
    return side.number if side is not None else None


def awards_table(results: Results) -> ExportTable:
    """Return final places and rating points, best place first, pool by pool where there are pools."""
    header = (
        *_pool_cells(results.outcome, "Pool"),
        *("Place", "Number", "Name", "ACC number", "Seed", "How", "Card"),
        *("Points worked out", "Rating points", "Edited", "Reason"),
    )
    rows = [(*_pool_cells(results.outcome, row.pool), *_award_cells(row)) for row in results.rows]
    return ExportTable("Awards", header, rows)


def _award_cells(row: ResultRow) -> tuple[object, ...]:
    computed, edit = row.computed, row.edit
    place: object = row.place_text if row.place.is_shared or row.place.place is None else row.place.place
    return (
        *(place, row.number, row.name, row.row.acc_number, row.place.seed, row.came_through, row.row.card),
        *(computed.total if computed is not None else None, row.points),
        *(_yes_or_no(edit is not None), edit.reason if edit is not None else ""),
    )


def hands_table(results: Results) -> ExportTable:
    """Return the hands of 28 and 29, and whether a judge has counted their cards."""
    header = ("Points", "Number", "Name", "Game", "Hand", "Witnesses", "Proved")
    rows = [[*one.values()] for one in _hands(results)]
    return ExportTable("High hands", header, [(*row, _yes_or_no(is_proved)) for *row, is_proved in rows])


def _hands(results: Results | None) -> list[dict[str, Any]]:
    return [
        {
            "points": one.hand.points,
            "number": one.number,
            "name": one.name,
            "game": one.hand.game,
            "hand": one.hand.hand,
            "witnesses": one.hand.witnesses,
            "proved": one.hand.is_proved,
        }
        for one in (results.hands if results is not None else ())
    ]


def _yes_or_no(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"


# JSON


def _document_head(document: str, public: PublicResults) -> dict[str, Any]:
    tournament, posting = public.tournament, public.posting
    return {
        "document": document,
        "version": JSON_VERSION,
        "event": event_json(tournament),
        "status": public.status,
        "phase": public.phase.name,
        "posting": None
        if posting is None
        else {"number": posting.number, "made_at": posting.made_at.isoformat(), "reason": posting.reason},
    }


def event_json(tournament: Tournament) -> dict[str, Any]:
    """Return the event as every document about one names it."""
    return {
        **_event_named(tournament),
        "starts_on": tournament.starts_on.isoformat() if tournament.starts_on is not None else None,
        "kind": tournament.kind,
        "format": tournament.format,
        "games": tournament.games_each,
    }


def _event_named(tournament: Tournament) -> dict[str, str]:
    return {"slug": tournament.slug, "name": tournament.name}


def standings_json(public: PublicResults) -> dict[str, Any]:
    """Return the standings as they are documented in docs/json.md."""
    outcome = public.outcome
    report = outcome.report if outcome is not None else None
    return {
        **_document_head("standings", public),
        "settled": outcome is not None and outcome.is_settled,
        **{name: getattr(report, name, None) for name in ("entrants", "qualifiers", "high_nonqualifier")},
        **({"drop_outs": drop_outs_to_json(report.drop_outs)} if report is not None and report.drop_outs else {}),
        "standings": [
            {
                "place": row.rank,
                "shared": row.is_shared,
                "number": row.number,
                "name": row.name,
                "acc_number": row.acc_number,
                "club": row.club,
                "seat": row.seat,
                **_pool_named(row.pool),
                **row.totals,
                "decided_by": row.decided_by or None,
                "qualifies": row.qualifies,
            }
            for row in (outcome.rows if outcome is not None else ())
        ],
    }


def _pool_named(pool: str | None) -> dict[str, str]:
    return {} if pool is None else {"pool": pool}


def bracket_json(public: PublicResults) -> dict[str, Any]:
    """Return the bracket as it is documented in docs/json.md."""
    bracket = public.bracket
    return {
        **_document_head("bracket", public),
        "size": bracket.size if bracket is not None else None,
        "champion": _number(bracket.champion) if bracket is not None else None,
        "rounds": [
            {
                "number": one.number,
                "name": one.name,
                "best_of": one.best_of,
                "matches": [_match_json(match) for match in one.matches],
            }
            for one in (bracket.rounds if bracket is not None else ())
        ],
    }


def _match_json(match: BracketMatch) -> dict[str, Any]:
    return {
        "match": match.slot,
        "bye": match.is_bye,
        "upper": _side_json(match.upper),
        "lower": _side_json(match.lower),
        "winner": match.winner_number,
        "games_forfeited": match.forfeits,
        "forfeited_by": _number(match.forfeiter),
    }


def _side_json(side: BracketSide | None) -> dict[str, Any] | None:
    return dict(zip(SIDE, _side_cells(side), strict=True)) if side is not None else None


def results_json(public: PublicResults) -> dict[str, Any]:
    """Return final places, rating points and high hands as they are documented in docs/json.md."""
    results, weekend = public.results, public.weekend
    return {
        **_document_head("results", public),
        "final": results is not None and results.is_final,
        "places": [_place_json(row) for row in (results.rows if results is not None else ())],
        "rating_points": None
        if results is None
        else {
            "source": results.ratings.source,
            "in_force_from": results.ratings.in_force_from.isoformat(),
            "no_schedule": results.ratings.no_schedule,
        },
        "high_hands": _hands(results),
        "main_event": _event_named(weekend.main) if weekend.main is not None else None,
        "side_events": [_event_named(event) for event in weekend.side_events],
    }


def _place_json(row: ResultRow) -> dict[str, Any]:
    place = row.place
    return {
        "place": place.place,
        "best": place.best,
        "worst": place.worst,
        "shared": place.is_shared,
        "number": row.number,
        "name": row.name,
        "acc_number": row.row.acc_number,
        **_pool_named(row.pool),
        "seed": place.seed,
        "how": row.came_through or None,
        "round_lost": place.round_lost,
        "points": _points_json(row),
    }


def _points_json(row: ResultRow) -> dict[str, Any] | None:
    if row.points is None:
        return None
    return {
        "qualifying": row.computed.qualifying if row.computed is not None else None,
        "playoff": row.computed.playoff if row.computed is not None else None,
        "total": row.points,
        "open": row.is_open,
        "edited": row.edit is not None,
        "reason": row.edit.reason if row.edit is not None else None,
    }
