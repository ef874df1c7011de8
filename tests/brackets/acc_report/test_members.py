"""A director's list of ACC members: fills numbers at the door and on import, is dated, and goes with one press."""

from datetime import date
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from brackets.event_files.export import event_file_of
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.pages import get_page, read_page
from tests.tournaments.archives.full_event import archive_of
from tournaments.archives.tables import tables
from tournaments.entrants.members import fill_acc_number, member_files, number_for
from tournaments.entrants.services.members import delete_members, load_members, read_members
from tournaments.entrants.services.registration import add_entrant, check_in
from tournaments.event_file.writing import write_event_file
from tournaments.events.creating import copy_event
from tournaments.models import AuditEntry, Entrant, Member, MemberFile, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.spreadsheets.table import FileRefused

pytestmark = pytest.mark.django_db

LIST = b"""Number,Last Name,First Name,Club,Expires
WA101,Birch,Ada,Harbor Peggers,2027-03-31
wa-102,Cedar,Bo,,03/31/2026
WA103,Cedar,Cy,Harbor Peggers,
OR104,Cedar,Cy,Lantern Peggers,sometime
,Dune,Di,,
"""


@pytest.fixture
def tournament() -> Tournament:
    found: Tournament = TournamentFactory(starts_on=date(2026, 5, 16), games=12)
    return found


@pytest.fixture
def director(tournament: Tournament) -> StaffMember:
    found: StaffMember = StaffMemberFactory(tournament=tournament, name="Dee Rector", initials="DR")
    return found


@pytest.fixture
def loaded(tournament: Tournament, director: StaffMember) -> MemberFile:
    load_members(tournament, director, source="members.csv", members=read_members(LIST))
    return MemberFile.objects.get()


@pytest.fixture
def desk(director: StaffMember, client: Client) -> Client:
    client.force_login(director.user)
    return client


def address(tournament: Tournament, part: str = "") -> str:
    return f"{tournament.get_absolute_url()}acc-report/{part}"


def test_list_is_read_by_its_headings() -> None:
    members = read_members(LIST)

    assert [(one.acc_number, one.name, one.expires_on) for one in members] == [
        ("WA101", "Ada Birch", date(2027, 3, 31)),
        ("WA102", "Bo Cedar", date(2026, 3, 31)),
        ("WA103", "Cy Cedar", None),
        ("OR104", "Cy Cedar", None),
    ]
    assert [one.name for one in read_members(b"ACC no;Name\nWA1;Birch, Ada\n")] == ["Ada Birch"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "The first row needs headings"),
        (b"Name,Club\nAda Birch,x\n", "The first row needs headings"),
        (b"Number,Name\n,Ada\n", "No row has a name and an ACC number."),
        (b"%PDF-1.4", "This is a PDF"),
        (b"Number,Name\n" + b"1,A\n" * 50_001, "more than 50,000 rows"),
    ],
)
def test_what_is_no_list_of_members_is_refused_in_words(data: bytes, says: str) -> None:
    with pytest.raises(FileRefused, match=says):
        read_members(data)


def test_name_of_one_member_is_filled_at_the_door(
    tournament: Tournament, director: StaffMember, loaded: MemberFile
) -> None:
    ada = add_entrant(tournament, director, Entrant(name="ada  birch")).entrant
    bo = EntrantFactory(tournament=tournament, name="Bo Cedar", number=7, acc_number="")
    check_in(tournament=tournament, actor=director, number=7, is_here=True)
    cy = add_entrant(tournament, director, Entrant(name="Cy Cedar"), is_sure=True).entrant

    bo.refresh_from_db()
    assert (ada.acc_number, bo.acc_number, cy.acc_number) == ("WA101", "WA102", "")
    cy.club = "Harbor Peggers"
    fill_acc_number(cy)
    assert cy.acc_number == "WA103"


def test_number_that_somebody_here_has_is_not_given_again(
    tournament: Tournament, director: StaffMember, loaded: MemberFile
) -> None:
    EntrantFactory(tournament=tournament, name="Ada Birch", number=1, acc_number="WA101")

    second = add_entrant(tournament, director, Entrant(name="Ada Birch"), is_sure=True).entrant

    assert second.acc_number == ""


def test_member_of_another_club_is_another_person() -> None:
    one = Member(acc_number="WA1", club="Harbor Peggers")

    assert number_for([one], "harbor peggers") == "WA1"
    assert number_for([one], "Lantern Peggers") == ""
    assert number_for([one]) == "WA1"
    assert number_for([]) == ""


def test_import_shows_the_numbers_in_its_preview_with_the_day_of_the_file(
    desk: Client, tournament: Tournament, loaded: MemberFile
) -> None:
    pasted = "Name\tClub\nAda Birch\t\nCy Cedar\tHarbor Peggers"
    answer = desk.post(f"{tournament.get_absolute_url()}entrants/import/", {"pasted": pasted})

    page = read_page(answer.content.decode())
    assert "WA101" in page.text
    assert "WA103" in page.text
    assert "Member file of" in page.text


def test_pages_that_used_the_file_say_its_day(
    desk: Client, tournament: Tournament, director: StaffMember, loaded: MemberFile
) -> None:
    for part in ("acc-report/", "entrants/check-in/", "entrants/"):
        assert "Member file of" in get_page(desk, f"{tournament.get_absolute_url()}{part}").text
    delete_members(tournament, director)
    for part in ("acc-report/", "entrants/check-in/", "entrants/"):
        assert "Member file of" not in get_page(desk, f"{tournament.get_absolute_url()}{part}").text


def test_report_offers_members_and_names_expired_numbers(
    desk: Client, tournament: Tournament, director: StaffMember, loaded: MemberFile
) -> None:
    EntrantFactory(tournament=tournament, name="Cy Cedar", number=1, acc_number="")
    EntrantFactory(tournament=tournament, name="Bo Cedar", number=2, acc_number="WA102")

    page = get_page(desk, address(tournament))

    assert {"Use WA103 for Cy Cedar", "Use OR104 for Cy Cedar"} <= set(page.texts("button"))
    assert "Bo Cedar: WA102 expired March 31, 2026." in page.text


def test_file_is_loaded_and_deleted_with_one_press_each(desk: Client, tournament: Tournament) -> None:
    file = SimpleUploadedFile("members.csv", LIST)
    assert desk.post(address(tournament, "members/"), {"file": file}).status_code == 302
    assert Member.objects.count() == 4
    assert "4 members" in get_page(desk, address(tournament)).text

    assert desk.post(address(tournament, "members/removal/")).status_code == 302
    assert (MemberFile.objects.count(), Member.objects.count()) == (0, 0)
    log = AuditEntry.objects.filter(tournament=tournament, action__startswith="member file").order_by("pk")
    assert [(one.action, one.before, one.after) for one in log] == [
        ("member file loaded", None, {"members": 4}),
        ("member file deleted", {"members": 4}, None),
    ]

    wrong = desk.post(address(tournament, "members/"), {"file": SimpleUploadedFile("x.csv", b"Name\nAda\n")})
    assert wrong.status_code == 422
    assert "The first row needs headings" in wrong.content.decode()
    assert desk.post(address(tournament, "members/")).status_code == 422


def test_file_is_of_its_director_alone(tournament: Tournament, director: StaffMember, loaded: MemberFile) -> None:
    other = TournamentFactory(name="Elsewhere")
    StaffMemberFactory(tournament=other)
    assert list(member_files(other)) == []
    assert list(member_files(tournament)) == [loaded]

    StaffMember.objects.filter(pk=director.pk).update(role="checker")
    assert list(member_files(tournament)) == []


def test_director_without_an_account_has_none(tournament: Tournament, director: StaffMember) -> None:
    director.user = None

    with pytest.raises(Refused, match="needs an account"):
        load_members(tournament, director, source="x", members=read_members(LIST))


def test_file_leaves_the_site_in_nothing(tournament: Tournament, director: StaffMember, loaded: MemberFile) -> None:
    EntrantFactory(tournament=tournament, name="Ada Birch", number=1, acc_number="")
    copy = copy_event(tournament, director, entrants=True, name="Next year")

    assert not {"tournaments.Member", "tournaments.MemberFile"} & tables().keys()
    archive = archive_of(tournament)
    assert "WA103" not in write_event_file(event_file_of(tournament))
    assert b"WA103" not in BytesIO(archive).read()
    assert MemberFile.objects.count() == 1
    assert not copy.entrants.exclude(acc_number="").exists()
