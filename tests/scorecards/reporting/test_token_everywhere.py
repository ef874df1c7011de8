"""A card's code at every address of the site: elsewhere it is worth nothing, and it sees nothing of anybody else."""

import re

import pytest
from django.test import Client

from tests.scorecards.reporting.phones import Phone, entrant_of, pair_in, phones_event, say
from tests.test_urls import ACCESS, BY_CODE
from tournaments.models import AuditEntry, Tournament
from tournaments.records.schedule import schedule_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OTHERS = sorted(pattern for pattern, rule in ACCESS.items() if rule != BY_CODE)
HIDDEN = (101, 103, 107)
FORM = {"name": "Eve", "seat": "A-1", "game": 1, "reason": "x", "code": "0" * 11}
MASKED = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|<code class="request-id">[^<]*</code>')


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    """Return an event in which others have reported, with spreads that are found again wherever they show."""
    tournament = phones_event()
    one = pair_in(tournament)[0]
    third, fourth = next(pair for pair in schedule_of(tournament)[0].pairs if one not in pair)
    for own, against, spread in ((third, fourth, HIDDEN[0]), (fourth, third, -HIDDEN[1])):
        say(tournament, own, against, spread)
    return tournament


def address_of(pattern: str, tournament: Tournament) -> str:
    values = {"slug": tournament.slug, "edition": "acc-2020", "secret": "x", "key": "1-1-2", "item": "cards"}
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(values.get(found[1], 1)), pattern)


@pytest.mark.parametrize("part", range(4))
def test_a_phone_is_a_stranger_at_every_other_address(tournament: Tournament, part: int) -> None:
    """What a phone is answered with its code, as cookie and in place of other secrets, is what a stranger is."""
    phone, stranger = Phone(tournament, pair_in(tournament)[0]), Client(enforce_csrf_checks=True)
    phone.open()
    secret = phone.address.rstrip("/").rpartition("/")[2]
    phone.client.cookies["card"]["path"] = "/"
    phone.client.cookies["sessionid"] = secret
    before = (Tournament.objects.values().get(pk=tournament.pk), AuditEntry.objects.count())

    for pattern in OTHERS[part::4]:
        address = address_of(pattern, tournament).replace("/x/", f"/{secret}/")
        for method in ("get", "post"):
            data = FORM if method == "post" else {}
            answers = [getattr(client, method)(address, data) for client in (phone.client, stranger)]
            seen, wanted = (
                (one.status_code, one.get("Location"), b"" if one.streaming else MASKED.sub(b"", one.content))
                for one in answers
            )
            assert seen == wanted, (method, address)
            assert not [spread for spread in HIDDEN if f"by {spread}".encode() in seen[2]]
    assert (Tournament.objects.values().get(pk=tournament.pk), AuditEntry.objects.count()) == before


def test_following_and_errors_tell_nothing_of_others(tournament: Tournament) -> None:
    one, other = pair_in(tournament)
    phone = Phone(tournament, one)
    phone.open()
    follow = f"/t/{tournament.slug}/now/"
    tag = phone.client.get(follow)["ETag"]
    before = phone.open("now/").content

    third = next(number for number in range(1, 9) if number not in (one, other))
    fourth = next(number for number in range(8, 0, -1) if number not in (one, other, third))
    say(tournament, third, fourth, HIDDEN[2], 2)

    # Neither of the addresses that pages follow changes with what others report.
    assert phone.open("now/").content == before
    assert phone.client.get(follow, headers={"If-None-Match": tag}).status_code == 304
    wrong = [phone.report(9, third, 5), phone.report(1, 999, 5), phone.report(1, third, 500), phone.post("signing/")]
    wrong += [phone.post("games/2/denial/"), phone.post("games/2/initials/", initials="EV"), phone.open("?game=99")]
    texts = [answer.content.decode() for answer in wrong]
    assert not [spread for spread in HIDDEN if any(f"by {spread}" in text for text in texts)]
    assert entrant_of(tournament, third).name in texts[-1]  # only to choose another opponent
