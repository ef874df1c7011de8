"""Confirming photographed cards: only what was shown, as written, once, never over somebody else's."""

from collections.abc import Collection
from dataclasses import replace
from uuid import uuid4

import pytest

from scorecards.cards.services.cards import StaleCard, StoredCard, stored_card, stored_version
from scorecards.cards.services.presence import open_card
from scorecards.errors import OWN_CARD
from scorecards.models import CardPicture, PictureConfirmation
from scorecards.photo.reading import CardReading, Doubt
from scorecards.photographs.doubts import Why
from scorecards.photographs.selectors.confirming import next_picture, number_waiting, photographed_card
from scorecards.photographs.services.confirming import confirm_card, name_picture, set_aside, undo_confirmation
from scorecards.rules.entry.typed_cards import InvalidCard
from tests.scorecards.cards.card_entry import checker, entrant, paper, save, stored, with_line, written
from tests.scorecards.photographs.confirming.readings import picture_of, read_card
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.types import CardRecord, Line

pytestmark = pytest.mark.django_db

EVENT = written()
CARD = paper(EVENT)
WITH_DOUBT = read_card(CARD, doubts={3: Doubt.UNSURE, 5: Doubt.UNSURE})


def photographed(tournament: Tournament, reading: CardReading = WITH_DOUBT, number: int = 1) -> CardPicture:
    return picture_of(tournament, entrant(tournament, number), reading)


def confirm(
    picture: CardPicture,
    actor: StaffMember,
    card: CardRecord = CARD,
    seen: Collection[int] = (3, 5),
    version: int | None = None,
) -> StoredCard:
    assert picture.entrant is not None
    return confirm_card(
        tournament=picture.file.tournament,
        picture=picture,
        lines=card.lines,
        foot=card.recorded,
        seen=seen,
        version=stored_version(picture.entrant) if version is None else version,
        key=uuid4(),
        actor=actor,
    )


def reasons(tournament: Tournament, picture: CardPicture) -> dict[int, Why | None]:
    assert picture.entrant is not None
    card = photographed_card(tournament, picture, stored_card(picture.entrant).lines)
    return {line.game: line.why for line in card.to_show}


def line_of(game: int, card: CardRecord = CARD) -> Line:
    return next(line for line in card.lines if line.game == game)


def test_a_confirmed_card_is_stored_and_logged_with_the_lines_that_were_shown(
    tournament: Tournament, bo: StaffMember
) -> None:
    picture = photographed(tournament)

    saved = confirm(picture, bo)

    made = PictureConfirmation.objects.get()
    log = AuditEntry.objects.filter(tournament=tournament, who="Bo Cedar").order_by("number")
    assert stored(tournament) == CARD
    assert (made.shown, made.version, made.made_by) == ([3, 5], saved.version, "Bo Cedar")
    assert made.read == made.confirmed
    assert [(entry.action, entry.after.get("games")) for entry in log] == [
        ("card entered", None),
        ("photographed card confirmed", [3, 5]),
    ]


def test_nobody_confirms_what_was_not_shown(tournament: Tournament, bo: StaffMember) -> None:
    picture = photographed(tournament)

    with pytest.raises(InvalidCard) as refused:
        confirm(picture, bo, seen=[3])

    assert list(refused.value.errors) == ["seen-5"]
    assert (stored_version(entrant(tournament)), PictureConfirmation.objects.count()) == (0, 0)


def test_a_line_that_became_doubtful_meanwhile_is_not_confirmed(tournament: Tournament, bo: StaffMember) -> None:
    picture = photographed(tournament, read_card(CARD))
    line = line_of(2)
    other = line.opponent or 0
    odd = with_line(paper(EVENT, other), replace(line_of(2, paper(EVENT, other)), plus=77, minus=None, points=3))
    assert reasons(tournament, picture) == {}

    save(tournament, bo, odd)

    assert reasons(tournament, picture) == {2: Why.DIFFERS}
    with pytest.raises(InvalidCard) as refused:
        confirm(picture, bo, seen=[])
    assert list(refused.value.errors) == ["seen-2"]


def test_a_line_not_clear_is_cleared_by_the_other_card_as_entered(tournament: Tournament, bo: StaffMember) -> None:
    picture = photographed(tournament)
    assert reasons(tournament, picture) == {3: Why.UNSURE, 5: Why.UNSURE}

    save(tournament, bo, paper(EVENT, line_of(3).opponent or 0))

    assert reasons(tournament, picture) == {5: Why.UNSURE}


@pytest.mark.parametrize(("theirs", "is_cleared"), [(None, True), (Doubt.UNSURE, False), (Doubt.STRUCK, False)])
def test_two_lines_that_are_both_not_clear_wait_for_a_person_though_they_agree(
    tournament: Tournament, theirs: Doubt | None, is_cleared: bool
) -> None:
    other = line_of(3).opponent or 0
    doubts = {3: theirs} if theirs else {}
    picture_of(tournament, entrant(tournament, other), read_card(paper(EVENT, other), doubts=doubts))

    assert (3 not in reasons(tournament, photographed(tournament))) is is_cleared


@pytest.mark.parametrize(("doubt", "why"), [(None, {3: Why.DIFFERS}), (Doubt.UNSURE, {})])
def test_a_certain_line_is_doubted_only_by_one_that_is_certain_too(
    tournament: Tournament, bo: StaffMember, doubt: Doubt | None, why: dict[int, Why]
) -> None:
    other = line_of(3).opponent or 0
    differing = with_line(paper(EVENT, other), replace(line_of(3, paper(EVENT, other)), plus=77, minus=None, points=3))
    theirs = picture_of(
        tournament, entrant(tournament, other), read_card(differing, doubts={3: doubt} if doubt else {})
    )
    own = photographed(tournament, read_card(CARD))

    # What is not clear is shown itself; once a person has entered it, the difference is shown.
    assert (reasons(tournament, own), list(reasons(tournament, theirs))) == (why, [3])
    save(tournament, bo, differing)
    assert reasons(tournament, own) == {3: Why.DIFFERS}


@pytest.mark.parametrize("doubt", [Doubt.STRUCK, Doubt.INCOMPLETE, Doubt.CONTRADICTS])
def test_the_other_card_clears_nothing_but_what_is_not_clear(
    tournament: Tournament, bo: StaffMember, doubt: Doubt
) -> None:
    save(tournament, bo, paper(EVENT, line_of(3).opponent or 0))

    assert list(reasons(tournament, photographed(tournament, read_card(CARD, doubts={3: doubt})))) == [3]


def test_a_line_that_is_hardly_readable_is_not_cleared(tournament: Tournament, bo: StaffMember) -> None:
    save(tournament, bo, paper(EVENT, line_of(3).opponent or 0))
    reading = read_card(CARD, doubts={3: Doubt.UNSURE})
    lines = tuple(replace(line, confidence=0.4) if line.doubt else line for line in reading.lines)

    assert reasons(tournament, photographed(tournament, replace(reading, lines=lines))) == {3: Why.UNSURE}


def test_what_contradicts_itself_stays_as_written(tournament: Tournament, bo: StaffMember) -> None:
    odd = with_line(CARD, replace(line_of(4), points=3, plus=12, minus=14))
    picture = photographed(tournament, read_card(odd, doubts={4: Doubt.CONTRADICTS}))

    confirm(picture, bo, odd, seen=[4])

    assert stored(tournament) == odd


@pytest.mark.parametrize(
    ("line", "doubt", "why"),
    [
        (Line(4, None, None, 12, None), Doubt.STRUCK, Why.STRUCK),
        (Line(4, None, 2, None, None), Doubt.INCOMPLETE, Why.INCOMPLETE),
        (Line(4, None, 7, 12, None), Doubt.CONTRADICTS, Why.IMPOSSIBLE),
        (Line(4, None, 2, 500, None), Doubt.CONTRADICTS, Why.IMPOSSIBLE),
        (Line(4), None, Why.BLANK),
    ],
)
def test_odd_lines_are_shown_and_only_possible_ones_are_filled_in(
    tournament: Tournament, line: Line, doubt: Doubt | None, why: Why
) -> None:
    picture = photographed(tournament, read_card(with_line(CARD, line), doubts={4: doubt} if doubt else None))

    card = photographed_card(tournament, picture, {})

    assert [(shown.game, shown.why) for shown in card.to_show] == [(4, why)]
    assert (4 in card.filled_in) == (why in {Why.INCOMPLETE, Why.BLANK})


def test_nobody_confirms_names_or_sets_aside_their_own_card(tournament: Tournament) -> None:
    own = checker(tournament, entrant(tournament).name)
    picture, unnamed = photographed(tournament), picture_of(tournament, None, WITH_DOUBT)

    with pytest.raises(InvalidCard) as refused:
        confirm(picture, own)
    with pytest.raises(Refused, match="own card"):
        set_aside(tournament=tournament, picture=picture, reason="mine", actor=own)
    with pytest.raises(Refused, match="own card"):
        name_picture(tournament=tournament, picture=unnamed, entrant=entrant(tournament), actor=own)

    assert refused.value.errors == {"key": OWN_CARD}
    assert (stored_version(entrant(tournament)), number_waiting(tournament, own)) == (0, 1)


def test_somebody_elses_save_is_not_overwritten(tournament: Tournament, bo: StaffMember) -> None:
    picture = photographed(tournament)
    ann = checker(tournament, "Ann Alder")
    theirs = with_line(CARD, replace(line_of(3), points=2, plus=11, minus=None))
    save(tournament, ann, theirs)

    with pytest.raises(StaleCard):
        confirm(picture, bo, version=0)

    assert (stored(tournament), PictureConfirmation.objects.count()) == (theirs, 0)


def test_a_card_that_is_in_is_compared_and_stays_unless_entered_otherwise(
    tournament: Tournament, bo: StaffMember
) -> None:
    typed = with_line(CARD, replace(line_of(2), points=2, plus=11, minus=None))
    save(tournament, bo, typed)
    picture = photographed(tournament)

    card = photographed_card(tournament, picture, stored_card(entrant(tournament)).lines)
    kept = confirm(picture, bo, typed, seen=[2])

    # Lines 3 and 5, in doubt by themselves, were typed as they were read.
    assert [(line.game, line.why, line.filled_in) for line in card.to_show] == [(2, Why.ENTERED, line_of(2, typed))]
    assert (kept.version, stored(tournament)) == (1, typed)
    assert PictureConfirmation.objects.get().shown == [2]


def test_an_undone_confirmation_leaves_the_card_as_before(tournament: Tournament, bo: StaffMember) -> None:
    typed = with_line(CARD, replace(line_of(2), points=2, plus=11, minus=None))
    save(tournament, bo, typed)
    again, first = photographed(tournament), photographed(tournament, read_card(paper(EVENT, 2)), number=2)
    confirm(again, bo, CARD, seen=[2])
    confirm(first, bo, paper(EVENT, 2), seen=[])

    for picture in (again, first):
        undo_confirmation(tournament=tournament, picture=picture, actor=bo)

    assert stored(tournament) == typed
    assert stored_card(entrant(tournament, 2)).lines == {}
    assert list(PictureConfirmation.objects.values_list("revoked_by", "revoked_reason")) == [("Bo Cedar", "undone")] * 2
    assert next_picture(tournament, bo) == again


def test_what_somebody_changed_since_is_not_undone(tournament: Tournament, bo: StaffMember) -> None:
    picture = photographed(tournament)
    confirm(picture, bo)
    changed = with_line(CARD, replace(line_of(2), points=2, plus=11, minus=None))
    save(tournament, checker(tournament, "Ann Alder"), changed, version=1)

    with pytest.raises(Refused, match="changed"):
        undo_confirmation(tournament=tournament, picture=picture, actor=bo)

    assert stored(tournament) == changed


def test_two_people_get_different_cards_and_the_unnamed_come_last(tournament: Tournament, bo: StaffMember) -> None:
    ann = checker(tournament, "Ann Alder")
    unnamed = picture_of(tournament, None, WITH_DOUBT)
    first, second = photographed(tournament), photographed(tournament, read_card(paper(EVENT, 2)), number=2)

    open_card(entrant=entrant(tournament), actor=bo)

    assert (next_picture(tournament, bo), next_picture(tournament, ann)) == (first, second)
    assert next_picture(tournament, bo, first) == second
    confirm(first, bo)
    confirm(second, ann, paper(EVENT, 2), seen=[])
    assert next_picture(tournament, ann, second) == unnamed
    set_aside(tournament=tournament, picture=unnamed, reason="a blank card", actor=ann)
    assert next_picture(tournament, ann, second) is None
