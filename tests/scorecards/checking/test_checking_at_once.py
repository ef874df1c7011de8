"""Checkers and the director at once: one of them wins, the others are told, and nothing is half done.

What each sees first is read before all begin together, as from pages that were opened earlier.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.models import Posting
from brackets.posting.services import PostingRefused, post_qualifiers
from brackets.rules.report import with_bracket
from scorecards.cards.services.cards import StaleCard
from scorecards.checking.services.decisions import decide_game
from scorecards.checking.services.initials import ItemChanged, confirm_lines, reenter_line, sign_item, take_table
from scorecards.models import Confirmation, Decision, Ruling, Signature, StoredResult, TableHold
from scorecards.rules.event_result import EventResult
from tests.at_once import at_once
from tests.builders import line, loss, win
from tests.scorecards.cards.card_entry import checker, save, stored
from tests.scorecards.checking.cross_checks import (
    DISPUTED,
    agreed,
    confirm,
    corrected,
    disputed,
    item,
    latest,
    open_keys,
)
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PEOPLE = 8


def outcome(act: Callable[[], object]) -> str:
    """Return how an act ended, as its person is told."""
    try:
        act()
    except ItemChanged:
        return "changed"
    except PostingRefused as refusal:
        return "not posted" if refusal.conditions else "old page"
    except Refused as refusal:
        return "held" if "is checking" in str(refusal) else "refused"
    except StaleCard:
        return "stale"
    return "done"


def people(tournament: Tournament) -> list[StaffMember]:
    return [checker(tournament, f"Checker {number}") for number in range(PEOPLE)]


def test_one_of_many_takes_a_table_and_the_others_are_told() -> None:
    tournament = import_event(event_file=disputed())
    act = partial(confirm_lines, tournament=tournament, key=DISPUTED, stamp=item(tournament).stamp)

    answers = at_once(outcome, [partial(act, actor=member) for member in people(tournament)])

    assert Counter(answers) == {"done": 1, "held": PEOPLE - 1}
    holder = TableHold.objects.get().member.name
    assert list(Confirmation.objects.values_list("made_by", flat=True)) == [holder, holder]
    assert differences(latest(tournament)) == []


def test_two_checkers_initialling_one_game_at_once_leave_one_signature() -> None:
    tournament = import_event(event_file=disputed())
    ada, bo = checker(tournament), checker(tournament, "Bo Cedar")
    confirm(tournament, ada)
    take_table(tournament=tournament, actor=bo, table="A", over=True)
    act = partial(sign_item, tournament=tournament, key=DISPUTED, stamp=item(tournament).stamp)

    answers = at_once(outcome, [partial(act, actor=member) for member in (ada, bo)])

    assert answers == ["held", "done"]
    assert list(Signature.objects.values_list("made_by", flat=True)) == ["Bo Cedar"]
    assert AuditEntry.objects.filter(action="ruling initialed").count() == 1


def test_game_initialled_and_decided_at_once_is_told_to_whoever_comes_last() -> None:
    tournament = import_event(event_file=disputed())
    ada, dee = checker(tournament), checker(tournament, "Dee Rector", "director")
    confirm(tournament, ada)
    stamp = item(tournament).stamp
    lines = {1: line(3, 2, win(10)), 2: line(3, 1, loss(10))}

    answers = at_once(
        outcome,
        [
            partial(sign_item, tournament=tournament, actor=ada, key=DISPUTED, stamp=stamp),
            partial(decide_game, tournament=tournament, actor=dee, game=3, lines=lines, reason="both remember it"),
        ],
    )

    assert answers in (["done", "done"], ["changed", "done"])
    assert Signature.objects.filter(revoked_at=None).count() == 0
    assert Signature.objects.count() == answers.count("done") - 1
    assert differences(latest(tournament)) == []


def test_one_of_many_decisions_of_a_game_stands() -> None:
    tournament = import_event(event_file=disputed())
    act = partial(decide_game, tournament=tournament, game=3, reason="as I saw it")
    jobs = [
        partial(act, actor=member, lines={1: line(3, 2, win(spread)), 2: line(3, 1, loss(spread))})
        for spread, member in enumerate(people(tournament), start=1)
    ]

    answers = at_once(outcome, jobs)

    assert Counter(answers) == {"done": 1, "refused": PEOPLE - 1}
    assert Decision.objects.count() == 1
    assert Decision.objects.get().made_by == f"Checker {answers.index('done')}"
    assert differences(latest(tournament)) == []


@pytest.mark.parametrize("way", ["in the queue", "on the card"])
def test_line_keyed_anew_while_it_is_initialled_never_keeps_the_initials(way: str) -> None:
    tournament = import_event(event_file=disputed())
    ada, bo = checker(tournament), checker(tournament, "Bo Cedar")
    confirm(tournament, ada)
    stamp = item(tournament).stamp
    other = corrected(tournament, 9)
    at_the_item = partial(reenter_line, tournament=tournament, actor=ada, key=DISPUTED, stamp=stamp, number=2)
    key_anew = {
        "in the queue": partial(at_the_item, line=line(3, 1, loss(9))),
        "on the card": partial(save, tournament, bo, other, version=1),
    }[way]

    answers = at_once(
        outcome, [partial(sign_item, tournament=tournament, actor=ada, key=DISPUTED, stamp=stamp), key_anew]
    )

    assert answers in (["done", "done"], ["changed", "done"])
    assert stored(tournament, 2).lines == other.lines
    assert Signature.objects.filter(revoked_at=None).count() == 0
    assert open_keys(latest(tournament)) == [DISPUTED]
    assert (Ruling.objects.count(), Ruling.objects.filter(revoked_at=None).count()) == (2, 1)
    assert differences(latest(tournament)) == []


def test_line_keyed_anew_by_two_at_once_is_keyed_by_one() -> None:
    tournament = import_event(event_file=disputed())
    ada, bo = checker(tournament), checker(tournament, "Bo Cedar")
    stamp = item(tournament).stamp
    at_the_item = partial(reenter_line, tournament=tournament, actor=ada, key=DISPUTED, stamp=stamp, number=2)

    answers = at_once(
        outcome,
        [
            partial(at_the_item, line=line(3, 1, loss(9))),
            partial(save, tournament, bo, corrected(tournament, 13), version=1),
        ],
    )

    assert answers in (["done", "stale"], ["changed", "done"])
    keyed = line(3, 1, loss(9 if answers[0] == "done" else 13))
    assert stored(tournament, 2).lines[2] == keyed
    assert AuditEntry.objects.filter(action="card re-entered").count() == 1
    assert differences(latest(tournament)) == []


def test_posting_during_a_correction_posts_what_was_seen_or_nothing() -> None:
    tournament = import_event(event_file=agreed())
    ada, dee = checker(tournament), checker(tournament, "Dee Rector", "director")
    seen = tournament.version
    as_seen = StoredResult.objects.get(tournament=tournament).report

    answers = at_once(
        outcome,
        [
            partial(post_qualifiers, tournament=tournament, actor=dee, seen=seen),
            partial(save, tournament, ada, corrected(tournament, 8), version=1),
        ],
    )

    assert answers in (["done", "done"], ["old page", "done"])
    posted = [posting.report for posting in Posting.objects.filter(tournament=tournament)]
    assert posted == [with_bracket(EventResult.from_json(as_seen)).to_json()] * (answers.count("done") - 1)
    assert open_keys(latest(tournament)) == [DISPUTED]
    assert differences(latest(tournament)) == []


def test_one_of_many_postings_is_made() -> None:
    tournament = import_event(event_file=agreed())
    seen = tournament.version
    act = partial(post_qualifiers, tournament=tournament, seen=seen, reason="at once")

    answers = at_once(outcome, [partial(act, actor=member) for member in people(tournament)])

    assert Counter(answers) == {"done": 1, "old page": PEOPLE - 1}
    assert list(Posting.objects.values_list("number", flat=True)) == [1]
    assert AuditEntry.objects.filter(action="standings posted").count() == 1
    assert latest(tournament).version == seen + 1
