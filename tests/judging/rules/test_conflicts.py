"""Who is a party to a call and who is close to one."""

import pytest

from judging.rules.call_state import CallState, state_of
from judging.rules.conflicts import Bond, Person, Relation, bonds_with, party_to

ADA = Person(("Ada Birch",), "Gull Peggers", 1)
BO = Person(("Bo Cedar", "Sam Stand"), "", 2)


@pytest.mark.parametrize(
    ("judge", "party"),
    [
        (Person(("Cy Dell",)), None),
        (Person((" ada  BIRCH",)), ADA),
        (Person(("Sam Stand",)), BO),
        (Person(("A. Birch",), entrant=1), ADA),
        (Person(("",)), None),
    ],
)
def test_party_is_known_by_card_or_any_name(judge: Person, party: Person | None) -> None:
    assert party_to(judge, [ADA, BO]) == party


@pytest.mark.parametrize(
    ("judge", "relations", "bonds"),
    [
        (Person(("Cy Dell",), "GULL peggers "), [], ["same club as Ada Birch"]),
        (Person(("Cy Dell",), ""), [], []),
        (Person(("Cy Dell",)), [Relation("cy dell", "Bo Cedar", Bond.FAMILY)], ["family of Bo Cedar"]),
        (Person(("Cy Dell",)), [Relation("Sam Stand", "CY DELL", Bond.ROOMMATE)], ["roommate of Bo Cedar"]),
        (Person(("Cy Dell",)), [Relation("Cy Dell", "Di Elm", Bond.COMPANION)], []),
        (
            Person(("Cy Dell",), "Gull Peggers"),
            [Relation("Ada Birch", "Cy Dell", Bond.CLUB), Relation("Cy Dell", "Bo Cedar", Bond.COMPANION)],
            ["same club as Ada Birch", "travelling partner of Bo Cedar"],
        ),
    ],
)
def test_bonds_are_of_club_and_of_what_was_entered(judge: Person, relations: list[Relation], bonds: list[str]) -> None:
    assert bonds_with(judge, [ADA, BO], relations) == bonds


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ((False, 0, False, False), CallState.NO_RULING),
        ((True, 0, False, False), CallState.NO_RULING),
        ((True, 1, False, False), CallState.ONE_SIGNATURE),
        ((True, 2, False, False), CallState.SETTLED),
        ((True, 2, True, False), CallState.THIRD_JUDGE),
        ((True, 3, True, False), CallState.FINAL),
        ((True, 3, True, True), CallState.CLOSED),
    ],
)
def test_state_follows_from_the_signatures(facts: tuple[bool, int, bool, bool], state: CallState) -> None:
    has_ruling, signatures, disagreed, closed = facts

    found = state_of(has_ruling=has_ruling, signatures=signatures, disagreed=disagreed, closed=closed)

    assert found is state
    assert found.may_close is (state in (CallState.SETTLED, CallState.FINAL))
