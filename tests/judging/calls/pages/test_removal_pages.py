"""What a call's page leads to: cards, game or match, and what a removal asks of the director (rule 11.4.b)."""

import re

import pytest
from django.test import Client

from judging.calls.selectors import removals_of
from judging.calls.services.calls import rule_on
from judging.models import Call, CallRuling
from tests.judging.calls.calling import a_call, draft, judge, player, sign_as
from tests.judging.calls.pages.asking import address, words
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db


def removal() -> CallRuling:
    return draft("Out of the event.", ["11.4.b"], situation="removal", answers={"who": "second"})


@pytest.fixture
def dee(tournament: Tournament) -> StaffMember:
    return judge(tournament, "Dee Rector", "DR", role="director")


def removed(tournament: Tournament, ada: StaffMember, *, game: int | None) -> Call:
    """Return a call in which two judges have put entrant 2 out of the event."""
    call = a_call(tournament, ada, game=game)
    rule_on(call=call, actor=ada, draft=removal(), seen=0)
    sign_as(call, judge(tournament, "Bo Cedar", "BC"))
    return call


def links(client: Client, call: Call) -> list[str]:
    """Return where the page leads for what the ruling touches."""
    page = client.get(call.get_absolute_url()).content.decode()
    here = call.tournament.get_absolute_url()
    found = re.findall(rf'href="{here}((?:check|entrants|playoffs|cards|standings|bracket)/[^"]*)"', page)
    return list(dict.fromkeys(found))


def test_removal_leads_the_director_to_the_game_and_the_player(
    client: Client, tournament: Tournament, ada: StaffMember, dee: StaffMember
) -> None:
    call = removed(tournament, ada, game=1)
    client.force_login(dee.user)

    found = [link for link in links(client, call) if re.search(r"\d", link)]

    assert found == ["check/1-1-2/", "entrants/2/", "cards/1/", "cards/2/"]
    assert [client.get(f"{tournament.get_absolute_url()}{link}").status_code for link in found] == [200] * 4
    assert f"{player(tournament, 1).name} wins by ten" in words(client.get(call.get_absolute_url()))


def test_removal_in_the_playoffs_leads_the_director_to_the_match(
    client: Client, tournament: Tournament, ada: StaffMember, dee: StaffMember
) -> None:
    call = removed(tournament, ada, game=None)
    client.force_login(dee.user)

    found = [link for link in links(client, call) if "?" in link]

    assert found == [f"playoffs/?name={player(tournament, number).name.replace(' ', '%20')}" for number in (2, 1)]


@pytest.mark.parametrize(("who", "numbers"), [("first", (1, 2)), ("second", (2, 1))])
def test_removal_found_by_words_names_who_is_out_and_who_wins(
    client: Client, tournament: Tournament, ada: StaffMember, dee: StaffMember, who: str, numbers: tuple[int, int]
) -> None:
    call, bo = a_call(tournament, ada), judge(tournament, "Bo Cedar", "BC")
    asked = {"situation": "other", "words": "refuses the ruling", "rule": "11.4.b", "who": who}
    client.force_login(ada.user)
    proposed = words(client.get(call.get_absolute_url(), asked))
    client.post(f"{call.get_absolute_url()}ruling/", asked | {"seen": "0"})
    sign_as(call, bo)
    client.force_login(dee.user)

    shown = words(client.get(call.get_absolute_url()))

    out, winner = (player(tournament, number) for number in numbers)
    assert f"{out.name} refuses a ruling" in proposed
    assert f"{out.name} is out of the event." in shown
    assert f"{winner.name} wins by ten" in shown
    assert f"{winner.name} is out" not in shown
    call = Call.objects.get()
    assert (call.ruling.situation, call.ruling.rules) == ("other", ["11.4.b"])
    assert removals_of(call) == [(out, winner)]


@pytest.mark.parametrize("answers", [{"rule": "11.4.b"}, {"rule": "8.3", "who": "second"}])
def test_removal_cited_beside_another_rule_names_both_as_either_may_be_meant(
    tournament: Tournament, ada: StaffMember, answers: dict[str, str]
) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, actor=ada, draft=draft("Out.", ["8.3", "11.4.b"], situation="other", answers=answers), seen=0)
    sign_as(call, judge(tournament, "Bo Cedar", "BC"))

    both = (player(tournament, 1), player(tournament, 2))
    assert removals_of(Call.objects.get()) == [both, both[::-1]]


@pytest.mark.parametrize("situation", ["other", ""])
def test_removal_that_judges_wrote_themselves_leads_to_what_either_would_need(
    client: Client, tournament: Tournament, ada: StaffMember, dee: StaffMember, situation: str
) -> None:
    call = a_call(tournament, ada)
    by_hand = draft("Has to leave.", ["14.1", "11.4.b"], situation=situation)
    rule_on(call=call, actor=ada, draft=by_hand, seen=0)
    sign_as(call, judge(tournament, "Bo Cedar", "BC"))
    client.force_login(dee.user)

    shown = words(client.get(call.get_absolute_url()))

    for removed in (1, 2):
        assert f"If it is {player(tournament, removed).name} who is out of the event:" in shown
    found = [link for link in links(client, call) if re.search(r"^entrants/\d", link)]
    assert found == ["entrants/1/", "entrants/2/"]


def test_removal_tells_judges_what_the_director_has_to_write(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    call = removed(tournament, ada, game=1)

    shown = words(client.get(call.get_absolute_url()))

    assert f"{player(tournament, 2).name} is out of the event. Tell the director" in shown
    assert [link for link in links(client, call) if re.search(r"\d", link)] == ["standings/1/", "standings/2/"]


def test_removal_that_one_judge_has_signed_asks_nothing_yet(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, actor=ada, draft=removal(), seen=0)

    assert "is out of the event" not in words(client.get(call.get_absolute_url()))


def test_game_proposed_is_playoffs_after_a_call_in_them(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    a_call(tournament, ada, game=7)
    a_call(tournament, ada, game=None)

    assert client.get(address(tournament, "new/")).context["game"] is None
