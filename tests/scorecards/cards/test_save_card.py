"""Saving a card: as written, once, never over somebody else's."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scorecards.cards.services.cards import StaleCard, save_card
from scorecards.models import CardSave, Line, Scorecard
from scorecards.rules.entry.typed_cards import InvalidCard
from tests.scorecards.cards.card_entry import checker, entrant, paper, save, stored, with_line, written
from tournaments.models import AuditEntry, Tournament
from tournaments.rules.types import CardRecord, FootTotals
from tournaments.rules.types import Line as LineRecord

pytestmark = pytest.mark.django_db

EVENT = written()
CARD = paper(EVENT)


def log(tournament: Tournament) -> list[tuple[str, str, object, object]]:
    entries = AuditEntry.objects.filter(tournament=tournament).exclude(action="event imported").order_by("pk")
    return list(entries.values_list("action", "who", "before", "after"))


SEATS = {person.number: person.seat for person in EVENT.entrants}


def in_notation(line: LineRecord) -> str:
    spread = f"+{line.plus:02d}" if line.plus else f"−{line.minus:02d}"
    return f"{SEATS[line.opponent or 0]}: {line.points} {spread}"


def test_card_is_stored_and_logged_as_written_and_raises_the_version_of_the_tournament(tournament: Tournament) -> None:
    saved = save(tournament, checker(tournament), CARD)

    card = Scorecard.objects.get()
    assert (saved.version, saved.is_repeat) == (1, False)
    assert (card.version, card.saved_by, card.foot_written) == (1, "Ada Birch", True)
    assert stored(tournament) == CARD
    assert Tournament.objects.get(pk=tournament.pk).version == tournament.version + 1
    [(action, who, before, after)] = log(tournament)
    assert (action, who, before) == ("card entered", "Ada Birch", None)
    foot = CARD.recorded
    assert after == {f"game {line.game}": in_notation(line) for line in CARD.lines} | {
        "totals": f"{foot.game_points}/{foot.games_won} +{foot.plus} −{foot.minus}"
    }


def test_lines_that_contradict_themselves_are_stored(tournament: Tournament) -> None:
    odd = (
        LineRecord(1, 2, 2, 35, None),
        LineRecord(2, 3, 0, 12, None),
        LineRecord(3, 4, 2, 12, 14),
        LineRecord(4, None, None, None, None),
    )

    save(tournament, checker(tournament), CardRecord(1, odd, FootTotals(14, 29, None, 0)))

    assert stored(tournament) == CardRecord(1, odd, FootTotals(14, 29, None, 0))


def test_what_is_blank_on_the_paper_is_a_dash_in_the_log(tournament: Tournament) -> None:
    lines = (LineRecord(1, None, None, None, None), LineRecord(2, 2, 2, 12, 104))

    save(tournament, checker(tournament), CardRecord(1, lines, FootTotals(None, 4, None, 0)))

    assert log(tournament)[-1][3] == {"game 1": "–: –", "game 2": "A-2: 2 +12 −104", "totals": "–/4 +– −0"}


def test_line_keyed_again_keeps_its_earlier_typing_in_the_log(tournament: Tournament) -> None:
    member = checker(tournament)
    save(tournament, member, CARD)
    again = LineRecord(3, 5, 2, 17, None)

    saved = save(tournament, member, with_line(CARD, again), version=1)

    assert saved.version == 2
    assert stored(tournament) == with_line(CARD, again)
    assert log(tournament)[-1] == (
        "card re-entered",
        "Ada Birch",
        {"game 3": in_notation(CARD.lines[2])},
        {"game 3": in_notation(again)},
    )


def test_line_taken_off_again_stays_in_the_log(tournament: Tournament) -> None:
    member = checker(tournament)
    save(tournament, member, CARD)

    save(tournament, member, replace(CARD, lines=CARD.lines[1:]), version=1)

    assert stored(tournament) == replace(CARD, lines=CARD.lines[1:])
    assert log(tournament)[-1][2:] == ({"game 1": in_notation(CARD.lines[0])}, {"game 1": None})


def test_same_key_again_counts_once(tournament: Tournament) -> None:
    member, key = checker(tournament), uuid4()
    first = save(tournament, member, CARD, key=key)

    again = save(tournament, member, CARD, key=key)

    assert (first.version, again.version, again.is_repeat) == (1, 1, True)
    assert (Line.objects.count(), CardSave.objects.count(), len(log(tournament))) == (7, 1, 1)


def test_same_key_where_the_card_has_moved_on_shows_what_stands(tournament: Tournament) -> None:
    member, key = checker(tournament), uuid4()
    save(tournament, member, CARD, key=key)
    later = with_line(CARD, LineRecord(1, 2, 2, 11, None))
    save(tournament, member, later, version=1)

    with pytest.raises(StaleCard) as stale:
        save(tournament, member, CARD, key=key)

    assert tuple(stale.value.current.lines.values()) == later.lines
    assert stored(tournament) == later


def test_save_that_was_answered_and_is_sent_again_is_known_though_the_card_has_moved_on(tournament: Tournament) -> None:
    member, key = checker(tournament), uuid4()
    save(tournament, member, CARD, key=key)
    later = with_line(CARD, LineRecord(1, 2, 2, 11, None))
    save(tournament, member, later, version=1)

    again = save(tournament, member, CARD, key=key, is_again=True)

    assert (again.version, again.is_repeat) == (1, True)
    assert stored(tournament) == later


def test_same_key_is_answered_where_the_card_says_the_same_again(tournament: Tournament) -> None:
    member, key = checker(tournament), uuid4()
    save(tournament, member, CARD, key=key)
    save(tournament, member, with_line(CARD, LineRecord(1, 2, 2, 11, None)), version=1)
    save(tournament, member, CARD, version=2)

    again = save(tournament, member, CARD, key=key)

    assert (again.version, again.is_repeat) == (1, True)
    assert Scorecard.objects.get().version == 3


def test_other_content_under_a_key_that_was_answered_is_a_save_of_its_own(tournament: Tournament) -> None:
    member, key = checker(tournament), uuid4()
    save(tournament, member, CARD, key=key)
    mended = with_line(CARD, LineRecord(1, 2, 2, 11, None))

    saved = save(tournament, member, mended, key=key)
    again = save(tournament, member, mended, key=key)

    assert (saved.version, saved.is_repeat, again.is_repeat) == (2, False, True)
    assert stored(tournament) == mended
    assert (CardSave.objects.count(), len(log(tournament))) == (2, 2)


def test_key_of_another_card_is_refused(tournament: Tournament) -> None:
    member, key = checker(tournament), uuid4()
    save(tournament, member, CARD, key=key)

    with pytest.raises(InvalidCard):
        save(tournament, member, paper(EVENT, 2), key=key)

    assert stored(tournament, 2) == CardRecord(2, ())


def test_save_of_what_stands_there_changes_nothing(tournament: Tournament) -> None:
    member = checker(tournament)
    save(tournament, member, CARD)

    saved = save(tournament, member, CARD, version=1)

    assert saved.version == 1
    assert len(log(tournament)) == 1


def test_stale_save_carries_the_card_that_stands_and_changes_nothing(tournament: Tournament) -> None:
    member = checker(tournament)
    save(tournament, checker(tournament, "Bo Crane"), CARD)
    mine = with_line(CARD, LineRecord(1, 2, 2, 11, None))

    with pytest.raises(StaleCard) as stale:
        save(tournament, member, mine, version=0)

    current = stale.value.current
    assert (current.version, current.saved_by) == (1, "Bo Crane")
    assert (tuple(current.lines.values()), current.foot) == (CARD.lines, CARD.recorded)
    assert stored(tournament) == CARD
    assert (CardSave.objects.count(), len(log(tournament))) == (1, 1)


def test_save_builds_on_an_own_save_whose_answer_never_came(tournament: Tournament) -> None:
    member, unheard = checker(tournament), uuid4()
    save(tournament, member, CARD, key=unheard)
    mended = with_line(CARD, LineRecord(1, 2, 2, 11, None))

    saved = save(tournament, member, mended, version=0, after=unheard)

    assert saved.version == 2
    assert stored(tournament) == mended


def test_save_does_not_build_on_an_own_save_that_is_not_the_last(tournament: Tournament) -> None:
    member, unheard = checker(tournament), uuid4()
    save(tournament, member, CARD, key=unheard)
    theirs = with_line(CARD, LineRecord(2, 3, 2, 12, None))
    save(tournament, checker(tournament, "Bo Crane"), theirs, version=1)

    with pytest.raises(StaleCard):
        save(tournament, member, CARD, version=0, after=unheard)

    assert stored(tournament) == theirs


def test_totals_first_leave_the_lines_alone(tournament: Tournament) -> None:
    member = checker(tournament)
    save(tournament, member, CARD)
    foot = FootTotals(1, 2, 3, 4)

    save_card(
        tournament=tournament, entrant=entrant(tournament), lines=None, foot=foot, version=1, key=uuid4(), actor=member
    )

    assert stored(tournament) == replace(CARD, recorded=foot)


def test_line_that_cannot_be_is_refused(tournament: Tournament) -> None:
    for line, field in [
        (LineRecord(1, 2, 2, 122, None), "plus-1"),
        (LineRecord(1, 2, 0, None, 0), "minus-1"),
        (LineRecord(1, 2, 4, 12, None), "points-1"),
        (LineRecord(1, 99, 2, 12, None), "opponent-1"),
        (LineRecord(1, 1, 2, 12, None), "opponent-1"),
        (LineRecord(8, 2, 2, 12, None), "game-8"),
        (LineRecord(0, 2, 2, 12, None), "game-0"),
    ]:
        with pytest.raises(InvalidCard) as invalid:
            save(tournament, checker(tournament), CardRecord(1, (line,)))

        assert list(invalid.value.errors) == [field]
        assert (Scorecard.objects.count(), len(log(tournament))) == (0, 0)


def test_two_lines_for_one_game_are_refused(tournament: Tournament) -> None:
    lines = (LineRecord(1, 2, 2, 12, None), LineRecord(1, 3, 2, 12, None))

    with pytest.raises(InvalidCard):
        save(tournament, checker(tournament), CardRecord(1, lines))
