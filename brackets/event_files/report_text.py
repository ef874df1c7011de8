"""The cross-check report for people to read at a terminal."""

from collections.abc import Iterator, Mapping

from brackets.rules.report import Report
from scorecards.rules.citations import summary_of
from scorecards.rules.event_result import ResultLine
from scorecards.rules.pools import pool_heading
from scorecards.rules.ruling_notes import SpreadLine, notes_on
from tournaments.rules.text import pair_name, place_of
from tournaments.rules.types import EntrantRecord, EventFile


def as_text(event_file: EventFile, report: Report) -> str:
    """Return the report as plain text, one finding a line, with names and seats."""
    names = {entrant.number: _named(entrant) for entrant in event_file.entrants}
    written = {(card.entrant, line.game): line for card in event_file.scorecards for line in card.lines}
    parts = [
        _heading(report),
        _section("Arithmetic", _arithmetic(report, names)),
        _section("Rulings", _rulings(report, names, written)),
        _section(
            "For the director to decide",
            (f"game {game.game}: {_who(game.entrants, names)}: {game.reason}" for game in report.undecided),
        ),
        _section(
            "Left as written, no apparent qualifier",
            (f"game {game.game}: {_who(game.entrants, names)}" for game in report.unchecked),
        ),
        _section("Standings", _standings(report, names)),
        _section("Dropped out", _drop_outs(report, names)),
        _section("Ties to settle", _ties(report, names)),
        _section("First round", _first_round(report, names)),
    ]
    return "\n\n".join(part for part in parts if part)


def _named(entrant: EntrantRecord) -> str:
    return f"{place_of(entrant)} {pair_name(entrant.name, entrant.partner)}"


def _heading(report: Report) -> str:
    cards = "every card is complete" if report.complete else "cards are missing or incomplete"
    if not report.qualifiers and report.entrants:
        return f"{report.event}: {report.entrants} entrants, nobody qualifies for anything; {cards}"
    byes = "bye" if report.byes == 1 else "byes"
    chart = "" if report.approved_chart else ", not an approved chart"
    return (
        f"{report.event} ({report.edition}): {report.entrants} entrants, {report.qualifiers} qualify,"
        f" bracket of {report.bracket_size} with {report.byes} {byes}{chart}; {cards}"
    )


def _section(title: str, lines: Iterator[str]) -> str:
    body = [f"  {line}" for line in lines]
    return "\n".join([title, *body]) if body else ""


def _who(entrants: tuple[int, ...], names: dict[int, str]) -> str:
    return " and ".join(names[number] for number in entrants)


def _arithmetic(report: Report, names: dict[int, str]) -> Iterator[str]:
    for error in report.arithmetic:
        where = f"game {error.game}, {error.field}" if error.game else error.field.replace("_", " ")
        note = f" ({error.note})" if error.note else ""
        yield f"{names[error.entrant]}, {where}: {error.recorded} written, {error.computed} worked out{note}"


def _rulings(report: Report, names: dict[int, str], written: Mapping[tuple[int, int], SpreadLine]) -> Iterator[str]:
    for ruling in report.rulings:
        yield f"game {ruling.game}: {_who(ruling.entrants, names)}: {', '.join(ruling.rules)}"
        for change in ruling.changes:
            yield f"  {names[change.entrant]}: {_line(change.before)} becomes {_line(change.after)}"
        if not ruling.changes:
            yield "  both cards stand"
        for rule in ruling.rules:
            yield f"  {rule}: {summary_of(rule)}"
        after = {change.entrant: change.after for change in ruling.changes}
        lines = {entrant: written.get((entrant, ruling.game)) for entrant in ruling.entrants}
        sides = [(line, after.get(entrant, line)) for entrant, line in lines.items()]
        for note in notes_on(ruling.rules, sides):
            yield f"  {note}"


def _line(line: ResultLine) -> str:
    points = "-" if line.points is None else str(line.points)
    plus = "" if line.plus is None else f" +{line.plus:02d}"
    minus = "" if line.minus is None else f" -{line.minus:02d}"
    return f"{points}{plus}{minus}"


def _standings(report: Report, names: dict[int, str]) -> Iterator[str]:
    pool = None
    for position, place in enumerate(report.standings, start=1):
        if place.pool != pool:
            pool = place.pool
            yield pool_heading(pool)
        mark = "?" if place.qualifies is None else "Q" if place.qualifies else " "
        card = place.totals.in_card_notation()
        yield f"{place.rank:4d} {mark} {card:>12}  {names[place.entrant]}  {place.decided_by or ''}".rstrip()
        if position == report.qualifiers < len(report.standings):
            yield "  -- the line --"


_DROP_OUT_TEXTS = {
    "stand": "what was played counts",
    "dropped": "no game counts for anybody",
    "forfeits": "every game is lost by forfeit",
}


def _drop_outs(report: Report, names: dict[int, str]) -> Iterator[str]:
    if report.drop_outs is not None:
        for number in report.drop_outs.entrants:
            yield f"{names[number]}: {_DROP_OUT_TEXTS[report.drop_outs.setting]}"


def _ties(report: Report, names: dict[int, str]) -> Iterator[str]:
    for pair in report.ranking.tie_games_needed:
        yield f"one game between {_who(pair, names)}"
    for group in report.ranking.tie_orders_needed:
        yield f"an order by the director for {_who(group, names)}"


def _first_round(report: Report, names: dict[int, str]) -> Iterator[str]:
    for match in report.first_round:
        sides = [f"{side.seed} {names[side.entrant]}" if side else "bye" for side in (match.upper, match.lower)]
        yield f"{match.slot:3d}: {' - '.join(sides)}"
