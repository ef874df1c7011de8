"""The blocks of the report in the order of the ACC's form: page, CSV and Excel have the same columns."""

from collections.abc import Iterator

from brackets.acc_report.selectors import EventPapers, Papers
from brackets.results.exports import ExportTable
from brackets.rules.acc_report import FORMS, NOTICE, Paid
from tournaments.rules.currency import number_of
from tournaments.rules.labels import KINDS
from tournaments.rules.text import number_of as in_words

OF_QUALIFIERS = (
    *("Seed", "Place", "Last name", "First name", "ACC number", "City", "State", "Card"),
    *("Qualifying points", "Playoff points", "Points", "Reason"),
)


def blocks_of(papers: Papers) -> list[ExportTable]:
    """Return the blocks: the weekend, then each event with qualifiers, hands and money, then notes."""
    report = papers.report
    days = [one.isoformat() for one in (report.starts_on, report.ends_on) if one is not None]
    head = (
        ("Sanction number", report.sanction_number),
        ("Event", report.name),
        ("Director", report.director),
        ("Dates", " to ".join(dict.fromkeys(days))),
        ("Place", report.place),
    )
    blocks = [ExportTable("Event", ("What", "Value"), head)]
    for number, one in enumerate(papers.events):
        name = KINDS[one.tournament.kind] if number == 0 else one.tournament.name
        blocks += [ExportTable(f"{name}: {what}", header, list(rows)) for what, header, rows in _event_blocks(one)]
    notes = [(line,) for line in report.notes.splitlines() if line.strip()]
    return [*blocks, ExportTable("Notes", ("Notes",), [*notes, (NOTICE,)])]


def _event_blocks(papers: EventPapers) -> Iterator[tuple[str, tuple[str, ...], Iterator[tuple[object, ...]]]]:
    yield "entrants and games", ("What", "Value"), _counts(papers)
    yield "qualifiers", OF_QUALIFIERS, _qualifiers(papers)
    hands = ("Points", "Last name", "First name", "ACC number", "Game", "Hand")
    if papers.event.besides.hands:
        yield "hands of 28 and 29", hands, _hands(papers)
    yield "money", ("What", "Place", "Last name", "First name", "ACC number", "Amount", "Paid"), _money(papers)


def _counts(papers: EventPapers) -> Iterator[tuple[object, ...]]:
    event, report = papers.event, papers.event.report
    yield "Kind", KINDS[papers.tournament.kind]
    if form := FORMS.get(event.besides.form):
        yield "Played out as", form
    yield "Entrants", report.entrants
    yield "Games", event.games_each
    yield "Qualifiers", report.qualifiers
    exempted = papers.tournament.qualifiers is not None
    yield "Rule", f"Exemption: {papers.tournament.qualifiers_reason}" if exempted else "One in four (13.2.b)"
    yield "Bracket", f"{report.bracket_size} places, {report.byes} byes"
    yield "Chart", "approved (13.2.c)" if report.approved_chart else "not an approved chart"
    yield "Points by", event.ratings.no_schedule or event.ratings.source
    entries = in_words(event.besides.log_entries, "entry", "entries")
    yield "Check number", f"{event.besides.check_number} ({entries} in the activity log)"


def _qualifiers(papers: EventPapers) -> Iterator[tuple[object, ...]]:
    for one in papers.event.placings:
        person = one.person
        yield (
            *(one.seed, one.place, person.last_name, person.first_name, one.acc_number, person.city, person.state),
            *(one.card, one.qualifying_points, one.playoff_points, one.points, one.reason),
        )


def _named(papers: EventPapers, number: int | None) -> tuple[str, str, str]:
    person = papers.event.besides.people.get(number or 0)
    numbers = {one.number: one.acc_number for one in papers.event.file.entrants}
    return (person.last_name, person.first_name, numbers[number]) if person and number else ("open", "", "")


def _hands(papers: EventPapers) -> Iterator[tuple[object, ...]]:
    for hand in papers.event.besides.hands:
        yield hand.points, *_named(papers, hand.entrant), hand.game, hand.hand


def _money(papers: EventPapers) -> Iterator[tuple[object, ...]]:
    sums = papers.event.besides.sums
    lines = {
        "Fees paid": sums.fees,
        "Money added": sums.added,
        f"Sanctioning fees, {number_of(sums.sanctioning_each)} for each of {sums.players}": sums.sanctioning,
        "Kept for costs": sums.kept,
        "Prize fund": sums.fund,
        "Other income": sums.other_income,
    }
    for what, amount in lines.items():
        yield what, "", "", "", "", number_of(amount), None
    yield from _prizes(papers, "Prize", sums.prizes)
    for pool in sums.pools:
        yield f"{pool.name}, {len(pool.stakes)} in it", "", "", "", "", number_of(sum(pool.stakes.values())), None
        yield from _prizes(papers, pool.name, pool.payouts)


def _prizes(papers: EventPapers, what: str, prizes: tuple[Paid, ...]) -> Iterator[tuple[object, ...]]:
    for one in prizes:
        yield what, one.place, *_named(papers, one.entrant), number_of(one.amount), number_of(one.paid)
