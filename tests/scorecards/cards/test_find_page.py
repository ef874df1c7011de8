"""Find anything: the box in the head of staff pages leads to a card, a person, a list or a rule."""

import pytest

from tests.scorecards.cards.card_entry import checker
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def people(tournament: Tournament) -> None:
    for number, name, acc_number in ((1, "Bea Cedar", "WA123"), (2, "Bo Cedar", "OR45"), (3, "Ada Birch", "")):
        Entrant.objects.filter(tournament=tournament, number=number).update(
            name=name, first_name=name.split()[0], last_name=name.split()[1], acc_number=acc_number
        )


def found(tournament: Tournament, typed: str, role: str = "director") -> str:
    client = client_of(checker(tournament, role=role))
    answer = client.get(f"/t/{tournament.slug}/find/", {"q": typed})
    assert answer.status_code == 302
    return answer["Location"].removeprefix(f"/t/{tournament.slug}/")


@pytest.mark.parametrize(
    ("typed", "leads_to"),
    [
        ("A-2", "cards/2/"),
        ("a2", "cards/2/"),
        ("1-2", "cards/2/"),
        (" 3 ", "cards/3/"),
        ("ada", "entrants/3/"),
        ("birch, ada", "entrants/3/"),
        ("Brich", "entrants/3/"),
        ("wa123", "entrants/1/"),
        ("cedar", "entrants/?find=cedar"),
        ("7.1", "/rules/acc-2020/7.1/?event={slug}"),
        ("rule 7.1", "/rules/acc-2020/7.1/?event={slug}"),
        ("7.99", "/rules/acc-2020/?q=7.99&event={slug}"),
    ],
)
def test_director_finds_cards_people_and_rules(tournament: Tournament, typed: str, leads_to: str) -> None:
    assert found(tournament, typed) == leads_to.format(slug=tournament.slug)


@pytest.mark.parametrize(
    ("role", "typed", "leads_to"),
    [
        ("checker", "a2", "cards/2/"),
        ("checker", "ada", "cards/3/"),
        ("checker", "cedar", "cards/?name=cedar"),
        ("judge", "a2", "p/2/"),
        ("judge", "ada", "p/3/"),
        ("judge", "cedar", "?name=cedar"),
        ("judge", "7.1", "/rules/acc-2020/7.1/?event={slug}"),
    ],
)
def test_role_is_led_to_what_it_may_open(tournament: Tournament, role: str, typed: str, leads_to: str) -> None:
    assert found(tournament, typed, role) == leads_to.format(slug=tournament.slug)


@pytest.mark.parametrize(("typed", "said"), [("nobody at all", 1), ("", 0)])
def test_what_is_not_there_is_said_on_the_dashboard(tournament: Tournament, typed: str, said: int) -> None:
    client = client_of(checker(tournament))

    page = client.get(f"/t/{tournament.slug}/find/", {"q": typed}, follow=True)

    assert page.redirect_chain == [(f"/t/{tournament.slug}/desk/", 302)]
    assert [str(message) for message in page.context["messages"]] == [
        "Nothing found for “nobody at all”: no seat, no name, no number and no rule."
    ] * said
