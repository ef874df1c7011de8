"""Drawing the bracket from the posting, taking the draw back, and qualifiers who leave before it."""

import pytest
from django.core.management import call_command

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.models import Bracket, Departure, Posting, Seed
from brackets.playoffs.services.draw import delete_draw, draw_bracket, note_departure, revoke_departure
from tests.brackets.playoffs.playing import director, play, posted, undo_result
from tests.brackets.posting.posting import post
from tests.events import PHASES, round_robin
from tournaments.models import AuditEntry, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted()


def draw(tournament: Tournament, posting: int = 1) -> Bracket:
    return draw_bracket(tournament=tournament, actor=director(tournament), posting=posting)


def leave(tournament: Tournament, number: int, *, is_replaced: bool = False) -> None:
    note_departure(tournament=tournament, actor=director(tournament), number=number, is_replaced=is_replaced)


def post_again(tournament: Tournament, reason: str = "somebody has left") -> Posting:
    return post(tournament, director(tournament), reason)


def seeds(tournament: Tournament) -> list[int]:
    rows = Seed.objects.filter(bracket__tournament=tournament).order_by("seed")
    return list(rows.values_list("entrant__number", flat=True))


def test_bracket_is_drawn_from_the_posting(tournament: Tournament) -> None:
    posting = Posting.objects.get()

    bracket = draw(tournament)

    assert (bracket.size, bracket.posting) == (16, posting)
    assert seeds(tournament) == list(posting.result.seeded)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.subject, entry.rule) == ("bracket drawn", "posting 1", "13.2.d")
    assert differences(tournament) == []


def test_bracket_is_drawn_once(tournament: Tournament) -> None:
    draw(tournament)

    with pytest.raises(Refused, match="already drawn"):
        draw(tournament)


def test_draw_and_departures_need_a_posting() -> None:
    tournament = import_event(event_file=PHASES["qualifiers known"])

    with pytest.raises(Refused, match="Post the qualifiers first"):
        draw(tournament)
    with pytest.raises(Refused, match="Post the qualifiers first"):
        leave(tournament, 1)


def test_bracket_needs_two() -> None:
    tournament = import_event(event_file=round_robin())
    post_again(tournament)

    with pytest.raises(Refused, match="at least two qualifiers"):
        draw(tournament)


def test_bracket_needs_playoffs() -> None:
    tournament = import_event(event_file=PHASES["no playoffs"])

    with pytest.raises(Refused, match="no playoffs"):
        draw(tournament)


def test_bracket_is_not_drawn_from_a_posting_that_is_not_the_latest(tournament: Tournament) -> None:
    leave(tournament, Posting.objects.get().result.seeded[0], is_replaced=True)
    post_again(tournament)

    with pytest.raises(Refused, match="Posting 2 is newer"):
        draw(tournament, posting=1)


def test_draw_is_taken_back_while_no_result_stands(tournament: Tournament) -> None:
    draw(tournament)
    kept = seeds(tournament)
    play(tournament, 1, 2, 3, 0)

    with pytest.raises(Refused, match="has 1 result"):
        delete_draw(tournament=tournament, actor=director(tournament))
    undo_result(tournament, 1, 2)
    delete_draw(tournament=tournament, actor=director(tournament))

    assert Bracket.objects.count() == 0
    assert AuditEntry.objects.latest("pk").before == {"size": 16, "seeds": kept}
    draw(tournament)
    assert seeds(tournament) == kept


def test_draw_that_is_not_there_is_not_taken_back(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="not drawn"):
        delete_draw(tournament=tournament, actor=director(tournament))


def test_leaver_is_replaced_by_the_high_nonqualifier_after_posting_again(tournament: Tournament) -> None:
    report = Posting.objects.get().result
    order = list(report.seeded)

    leave(tournament, order[7], is_replaced=True)
    with pytest.raises(Refused, match="Post again first. Posting 1 still includes"):
        draw(tournament)
    posting = post_again(tournament)
    draw(tournament, posting=2)

    assert seeds(tournament) == [*order[:7], *order[8:], report.high_nonqualifier]
    assert [(change["entrant"], change["after"]["qualifies"]) for change in posting.changes] == [
        (order[7], False),
        (report.high_nonqualifier, True),
    ]
    assert posting.report["qualifiers"] == 12
    assert differences(tournament) == []


def test_departure_is_taken_back_before_the_draw(tournament: Tournament) -> None:
    number = Posting.objects.get().result.seeded[0]
    leave(tournament, number, is_replaced=True)

    revoke_departure(tournament=tournament, actor=director(tournament), number=number)
    revoke_departure(tournament=tournament, actor=director(tournament), number=number)
    draw(tournament)

    assert Departure.objects.get().revoked_at is not None
    with pytest.raises(Refused, match="already drawn"):
        revoke_departure(tournament=tournament, actor=director(tournament), number=number)


def test_departure_is_refused_for_who_does_not_qualify_twice_and_after_the_draw(tournament: Tournament) -> None:
    report = Posting.objects.get().result
    order = list(report.seeded)
    leave(tournament, order[0])

    for number, why in (
        (report.high_nonqualifier, "has this number"),
        (9999, "has this number"),
        (order[0], "already marked as having left"),
    ):
        with pytest.raises(Refused, match=why):
            leave(tournament, number)
    draw(tournament)
    with pytest.raises(Refused, match="already drawn"):
        leave(tournament, order[1])


def test_export_says_that_it_cannot_tell_of_somebody_replaced(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("export_event", tournament.slug)
    assert capsys.readouterr().err == ""
    leave(tournament, Posting.objects.get().result.seeded[0], is_replaced=True)

    call_command("export_event", tournament.slug)

    assert capsys.readouterr().err.startswith("Somebody was replaced before the draw.")
