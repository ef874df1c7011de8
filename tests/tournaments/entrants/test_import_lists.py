"""Lists as people keep them: what is imported, what is asked with its reason, and what is left out and said.

``+`` is a new entrant, ``?`` a doubtful row, ``-`` one left out, ``!`` one refused; behind ``|`` is why.
"""

# ruff: noqa: E501  (a list and what becomes of it stand in one line)

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

from tests.tournaments.entrants.importing import in_short, previewed
from tournaments.entrants.fields import exported
from tournaments.entrants.imports.columns import Field, guess_field, guess_fields
from tournaments.entrants.imports.rows import listed_entrants
from tournaments.models import Entrant
from tournaments.spreadsheets.table import FileRefused

LISTS = Path(__file__).parents[2] / "cases" / "lists"


def preview_of(name: str) -> list[str]:
    columns, rows = previewed((LISTS / name).read_bytes(), name=name)
    assert (columns.error, columns.question) == ("", "")
    return in_short(rows)


def rows_of(data: str | bytes, **more: Any) -> list[str]:
    return in_short(previewed(data, **more)[1])


PEOPLE_OF_LISTS = {
    "apostrophe.tsv": [
        *("+ Ann O'Brien", "+ Dot O’Hara", "+ Cal O'Byrne", "+ Ivy Oslo", "+ Dot O’Brian", "+ Łukasz Żak"),
        *("+ Jørn Ørsted", "+ Tia Æbelø", "+ Jean-Luc d’Arcy", "+ Kit Darcy"),
    ],
    "email.txt": ["+ Alder Quill; email aq@example.test", "+ Bryony Sage; email bs@example.test"],
    "eventbrite.csv": [
        (
            "+ Alder Quill; email aq@example.test; fee_paid 65.00; city Duluth; province MN; phone 218-555-0101;"
            " acc_number MN041; club Harbor Peggers"
        ),
        (
            "+ Bryony St. John; email bs@example.test; fee_paid 65.00; city Superior; province WI; phone 715-555-0102;"
            " acc_number WI7; club Twin Ports"
        ),
        (
            "? Casper O'Dell; email co@example.test; fee_paid 65.00; city Superior; province WI; phone 715-555-0103;"
            " acc_number WI9; club Twin Ports | Attendee Status: Not Attending."
        ),
        (
            "? Doro Vänskä; email dv@example.test; fee_paid 0.00; city Hancock; province MI; phone 906-555-0104"
            " | Ticket Type: Spectator."
        ),
        (
            "? Info Requested Info Requested; email ff@example.test; fee_paid 65.00"
            " | “Info Requested Info Requested” may be no name."
        ),
    ],
    "export_house_withdrawn.csv": [
        "+ Bryony Hartwell; number 1; first_game 1; fee_owed 10.00; fee_paid 10.00",
        (
            "? Casper Oakes; number 2; first_game 1; withdrawn_after_game 0; fee_owed 10.00; fee_paid 10.00"
            " | Withdrawn before game 1."
        ),
        "+ House Hand; number 6; house_player yes; first_game 1; fee_owed 0.00; fee_paid 0.00",
    ],
    "invisible.tsv": ["+ Ann Lee; club Harbor", "+ Dee Fox; club Harbor"],
    "last_first_name_heading.csv": ["+ Alder Quill", "+ Bryony Quill", "+ Casper Sage"],
    "last_first_nohead.txt": ["+ Alder Quill", "+ Bryony Quill", "+ Casper Sage"],
    "numbered.txt": ["+ Alder Quill", "+ Bryony Sage"],
    "paypal41.csv": [
        (
            "+ Alder Quill; fee_paid 65.00; email alder@example.test; city Duluth; province MN; phone 218-555-0100;"
            " note ACC MN041"
        ),
        (
            "? Bryony Sage; fee_paid 65.00; email bryony@example.test; city Duluth; province MN; phone 218-555-0100"
            " | Row 4 is a refund for this name."
        ),
        (
            "? Bryony Sage; email bryony@example.test; city Duluth; province MN; phone 218-555-0100;"
            " note cannot come\nPaid: -65.00"
            " | Type: Payment Refund. A refund. Note: cannot come. Row 3 has the same name."
        ),
        (
            "! (nobody); email bank@example.test; city Duluth; province MN; phone 218-555-0100; note Paid: -100.00"
            " | There is no name in this row."
        ),
    ],
    "quote_first.tsv": ['+ "Bob" Smith; club Harbor', "+ Ann Lee; club Harbor"],
    "section.tsv": [
        "+ Ann Lee; club Harbor",
        "- CANCELLED | A title between the rows.",
        "? Bo Reed; club Harbor | Under “CANCELLED”.",
        "- Waiting list | A title between the rows.",
        "? Cy Young; club Harbor | Under “Waiting list”.",
    ],
    "status.tsv": [
        "+ Ann Lee",
        "? Bo Reed | Status: Cancelled.",
        "? Cy Young | Status: Waiting list.",
        "? Dee Fox | Status: Withdrawn.",
    ],
}


@pytest.mark.parametrize("name", sorted(PEOPLE_OF_LISTS))
def test_list_of_the_cases_is_previewed_whole(name: str) -> None:
    assert sorted(PEOPLE_OF_LISTS) == sorted(path.name for path in LISTS.iterdir())
    assert preview_of(name) == PEOPLE_OF_LISTS[name]


def test_columns_that_nobody_needs_are_said() -> None:
    columns, _ = previewed((LISTS / "paypal41.csv").read_bytes(), name="paypal41.csv")

    assert columns.not_imported == ["Date", "Time", "TimeZone", "Type", "Currency", "Fee", "Balance Impact"]


def test_nobody_sees_a_second_person_in_what_nobody_sees() -> None:
    known = [Entrant(number=1, name="Ann Lee", club="Harbor")]

    _, rows = previewed((LISTS / "invisible.tsv").read_bytes(), name="a.tsv", known=known)

    assert in_short(rows) == ["= Ann Lee; club Harbor", "+ Dee Fox; club Harbor"]


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\u202e", "\U000e0041", "\u2800"])
def test_every_character_that_nobody_sees_goes(unseen: str) -> None:
    text = f"Name\nAnn{unseen} Lee\nAnn\u3000 \u2003Lee\n"

    assert rows_of(text) == ["+ Ann Lee", "? Ann Lee | Row 2 has the same name."]


QUILLS = ["+ Alder Quill", "+ Bryony Sage", "+ Casper Oak"]


@pytest.mark.parametrize(
    "marker", ["{}) ", "{}. ", "#{} ", "({}) ", "{}.\t", "{} ", "0{}. ", "{}: ", "{}\t", "{}. [ ] "]
)
@pytest.mark.parametrize("names", ["Alder Quill\nBryony Sage\nOak, Casper", "Quill, Alder\nSage, Bryony\nOak, Casper"])
def test_numbers_before_the_names_are_no_names(marker: str, names: str) -> None:
    lines = [marker.format(number) + name for number, name in enumerate(names.split("\n"), start=1)]

    assert rows_of("\n".join(lines)) == QUILLS


@pytest.mark.parametrize("marker", ["- ", "• ", "* ", "\t", "[ ] ", "☐ ", "– ", "◦ ", ">", "-"])
def test_bullets_before_the_names_are_no_names(marker: str) -> None:
    assert rows_of("".join(f"{marker}{name}\n" for name in ("Alder Quill", "Bryony Sage", "Casper Oak"))) == QUILLS


@pytest.mark.parametrize("heading", ["", "Name\n"])
def test_numbers_within_a_list_with_headings_go_too(heading: str) -> None:
    assert rows_of(f"{heading}1. Alder Quill\n2. Bryony Sage\n3. Casper Oak\n") == QUILLS


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Quill, Alder, MN041\nSage, Bryony, WI7\n", ["+ Alder Quill; acc_number MN041", "+ Bryony Sage; acc_number WI7"]),
        ("Quill, Alder, MN041\nBryony Sage, WI7\n", ["+ Alder Quill; acc_number MN041", "+ Bryony Sage; acc_number WI7"]),
        ("Bryony Sage\nQuill, Alder\nDoro Pine\n", ["+ Bryony Sage", "+ Alder Quill", "+ Doro Pine"]),
        ("van der Berg, Ann\nSt. John, Bo\nQuill Jr., Alder\n", ["+ Ann van der Berg", "+ Bo St. John", "+ Alder Quill Jr."]),
        ("Quill, Jr., Alder\nSage, Bo\n", ["+ Alder Quill Jr.", "+ Bo Sage"]),
        ("1. Alder Quill\n2. Bo Sage\n3.\n4.\n", ["+ Alder Quill", "+ Bo Sage"]),
        ("Alder Quill, Bo Sage,\nCy Fox, and Di Orr", ["+ Alder Quill", "+ Bo Sage", "+ Cy Fox", "+ Di Orr"]),
        ("a. Alder Quill\nb. Bo Sage\nc. Cy Fox\n", ["+ Alder Quill", "+ Bo Sage", "+ Cy Fox"]),
        ("i) Alder Quill\nii) Bo Sage\n", ["+ Alder Quill", "+ Bo Sage"]),
        ("A. J. Quill\nB. Sage\nE. Fox\n", ["+ A. J. Quill", "+ B. Sage", "+ E. Fox"]),
        ("Mr. Alder Quill\nMrs Bo Sage\nDr. Cy Fox\nMiss Fox\n", ["+ Alder Quill", "+ Bo Sage", "+ Cy Fox", "+ Miss Fox"]),
        ("Alder Quill      MN041\nBo Sage     WI7\n", ["+ Alder Quill; acc_number MN041", "+ Bo Sage; acc_number WI7"]),
        ("Alder Quill (MN041)\nBo Sage - ACC WI 7\n", ["+ Alder Quill; acc_number MN041", "+ Bo Sage; acc_number WI7"]),
        ("Alder Quill - paid\nBo Sage (pd 65)\nCy Fox - at door\n", ["+ Alder Quill; fee_paid 60.00", "+ Bo Sage; fee_paid 65.00; note Paid: pd 65", "+ Cy Fox"]),
        ("Pat Oâ€™Brien\nJosÃ© Reyes\n", ["+ Pat O’Brien", "+ José Reyes"]),
        ("Quill, A. J.\nO'Dell, Mary Ann\n", ["+ A. J. Quill", "+ Mary Ann O'Dell"]),
        ("Quill, Alder\tMN041\nSage, Bryony\tWI7\n", ["+ Alder Quill; acc_number MN041", "+ Bryony Sage; acc_number WI7"]),
        ("Alder Quill;MN041\nBryony Sage;new\n", ["+ Alder Quill; acc_number MN041", "+ Bryony Sage"]),
        ("Alder Quill, aq@example.test\nBo Sage, bs@example.test\n", ["+ Alder Quill; email aq@example.test", "+ Bo Sage; email bs@example.test"]),
        ("Ann Lee\nCANCELLED:\nBo Reed\nConfirmed:\nCy Fox\n", ["+ Ann Lee", "- CANCELLED: | A title between the rows.", "? Bo Reed | Under “CANCELLED:”.", "- Confirmed: | A title between the rows.", "+ Cy Fox"]),
        ("Quill, Alder\nBryony Sage, Duluth\nPine, Doro\nOak, Eli\n", ["+ Alder Quill", "? Duluth Bryony Sage | Read as last and first name: “Bryony Sage”, “Duluth”.", "+ Doro Pine", "+ Eli Oak"]),
    ],
)  # fmt: skip
def test_list_without_headings_whose_columns_are_certain(text: str, people: list[str]) -> None:
    columns, rows = previewed(text)

    assert (in_short(rows), columns.question) == (people, "")


ASKED = "No row names the columns. Check what each one is imported as."


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("Quill, Alder, Duluth\nSage, Bryony, Superior\n", [Field.LAST_NAME, Field.FIRST_NAME, Field.CLUB]),
        ("Quill, Alder, Duluth, MN\nSage, Bo, Orr, WI\n", [Field.LAST_NAME, Field.FIRST_NAME, Field.CITY, Field.PROVINCE]),
        ("Alder Quill, Duluth\nBryony Sage, Superior\n", [Field.NAME, Field.CLUB]),
        ("Quill,Alder\nSage,Bryony\n", [Field.LAST_NAME, Field.FIRST_NAME]),
        ("Alder\tQuill\nBryony\tSage\n", [Field.FIRST_NAME, Field.LAST_NAME]),
        ("1,Alder Quill,Harbor\n2,Bryony Sage,Bay\n", [None, Field.NAME, Field.CLUB]),
        ("5/1,Alder Quill,x\n5/2,Bryony Sage,\n", [None, Field.NAME, Field.CLUB]),
    ],
)  # fmt: skip
def test_list_without_headings_whose_columns_are_not_certain_asks_with_a_proposal(
    text: str, proposal: list[str | None]
) -> None:
    columns, _ = previewed(text)

    assert (columns.fields, columns.question) == (proposal, ASKED)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Name,City,Club\nAnn Lee,Duluth, MN,Harbor\nBo Reed,Orr, WI,Bay\n", "Most rows have more columns than there are headings. Check what each one is imported as."),
        ("Name,,Club\nQuill,Alder,Harbor\nSage,Bo,Bay\n", "The column beside the names has no heading. Check what each one is imported as."),
        ("Who,Club\nAnn Lee,Harbor\nBo Reed,Bay\n", ""),
        ("#,Name,#,Name\n1,Ann Lee,2,Bo Reed\n", "More than one column is headed “Name”, and only the first is imported. Put all names into one."),
        ("Date,Description\n5/1,Zelle from ANN LEE\n5/2,Zelle from BO REED\n", ""),
        ("Competitor,ACC,Club\nAnn Lee,MN1,Harbor\n", "No heading says where the names are. Check what each column is imported as."),
    ],
)  # fmt: skip
def test_headings_that_do_not_fit_are_asked_about(text: str, question: str) -> None:
    columns, _ = previewed(text)

    assert columns.question == (question or ASKED)


@pytest.mark.parametrize("posted", [{"columns_right": "yes"}, {"column-0": "first_name", "column-1": "last_name"}])
def test_director_who_answers_or_changes_a_column_is_not_asked_again(posted: dict[str, str]) -> None:
    chosen = {"headings": "", "headings_before": "0", "column-0": "last_name", "column-1": "first_name", **posted}

    columns, _ = previewed("Quill,Alder\nSage,Bryony\n", posted=chosen)

    assert columns.question == ""


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ('Alder Quill <aq@example.test>; "Sage, Bryony" <bs@example.test>;', ["+ Alder Quill; email aq@example.test", "+ Bryony Sage; email bs@example.test"]),
        ("Quill, Alder <aq@example.test>; Sage, Bryony <bs@example.test>", ["+ Alder Quill; email aq@example.test", "+ Bryony Sage; email bs@example.test"]),
        ("To: Alder Quill <aq@example.test>\nCc: 'Dee Fox' <mailto:df@example.test>\n", ["+ Alder Quill; email aq@example.test", "+ Dee Fox; email df@example.test"]),
        ("Players:\nAnn Lee <al@example.test>\nWaitlist\nBo Sage <bs@example.test>\n", ["- Players: | A title between the rows.", "+ Ann Lee; email al@example.test", "- Waitlist | A title between the rows.", "? Bo Sage; email bs@example.test | Under “Waitlist”."]),
        ("ann.lee@example.test\nbs@example.test", ["? Ann Lee; email ann.lee@example.test | No name: Ann Lee is made of the address.", "! (nobody); email bs@example.test | There is no name in this row."]),
        ("Ann Lee,<al@example.test>\nBo Sage, <bs@example.test>\n", ["+ Ann Lee; email al@example.test", "+ Bo Sage; email bs@example.test"]),
        ("bs@example.test, Ann Lee <al@example.test>", ["! (nobody); email bs@example.test | There is no name in this row.", "+ Ann Lee; email al@example.test"]),
        ("Ann Lee (al@example.test)\nBo Sage bs@example.test\n", ["+ Ann Lee; email al@example.test", "+ Bo Sage; email bs@example.test"]),
    ],
)  # fmt: skip
def test_addresses_of_a_mail_program_are_people(text: str, people: list[str]) -> None:
    assert rows_of(text) == people


@pytest.mark.parametrize(
    "title",
    [
        *("CANCELLED:", "Waitlist (3)", "== Reserve ==", "No-shows", "Withdrawn", "Alternates", "Refunded"),
        *("Did not attend", "*** CANCELLED ***", "Waiting List - 2", "Cancelled players:", "Regrets", "Not coming"),
        *("Withdrew after draw", "Cancellations & refunds", "NOT ATTENDING", "Couldn't make it:", "Stand-by"),
    ],
)
def test_those_below_a_title_of_others_are_doubtful(title: str) -> None:
    shown = rows_of(f'Name,Club\nAnn Lee,Harbor\n"{title}",\nBo Reed,Harbor\n')

    assert shown[2:] == [f"? Bo Reed; club Harbor | Under “{title}”."]
    assert [line[0] for line in shown] == ["+", "-", "?"]


@pytest.mark.parametrize("title", ["Paid (12)", "Confirmed", "Saturday:", "Registered players: 40", "Checked in"])
def test_title_of_players_ends_that(title: str) -> None:
    shown = rows_of(f"Name,Club\nWaitlist,\nBo Reed,Harbor\n{title},\nAnn Lee,Harbor\n")

    assert [line[0] for line in shown] == ["-", "?", "-", "+"]


@pytest.mark.parametrize(
    ("status", "sign"),
    [
        *(
            (word, "?")
            for word in ("Refund pending", "Not going", "Declined", "Maybe", "Tentative", "X", "No", "FALSE")
        ),
        *((word, "?") for word in ("WL", "w/d", "Payment pending", "Partially refunded", "Transferred to Bo", "1")),
        *((word, "+") for word in ("Checked in", "Paid", "Confirmed", "yes", "TRUE", "", "Registered", "Accepted")),
        *((word, "+") for word in ("Going", "Unpaid", "Completed", "Active", "OK")),
    ],
)
def test_status_says_who_plays(status: str, sign: str) -> None:
    reason = f" | Status: {status}." if sign == "?" else ""

    assert rows_of(f"Name,Status\nAnn Lee,{status}\n") == [f"{sign} Ann Lee{reason}"]


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Name,Attending?\nAnn Lee,TRUE\nBo Reed,FALSE\nCy Fox,x\nDi Orr,\n", "+?++"),
        ("Name,Cancelled?\nAnn Lee,TRUE\nBo Reed,FALSE\nCy Fox,x\nDi Orr,\nEd Ash,5/3\n", "?+?+?"),
        ("Name,Paid,Refund\nAnn Lee,65,0\nBo Reed,65,65.00\nCy Fox,65,$0.00\n", "+?+"),
        ("Name,Notes\nAnn Lee,vegetarian\nBo Reed,will not come\nCy Fox,on waiting list\nDi Orr,needs a ride\n", "+??+"),
        ("Name\nAnn Lee (cancelled)\nBo Reed - WL\nCy Fox [withdrawn]\nDi Orr (Dee)\nEd Ash *no show*\n", "???+?"),
        ("Name,Refund policy\nAnn Lee,no refunds\nBo Reed,no refunds\nCy Fox,no refunds\n", "+++"),
        ("Name,Remarks\nAnn Lee,cancelled\nBo Reed,cancelled\nCy Fox,cancelled\n", "???"),
        ("Name,Terms I read\nAnn Lee,There are no refunds after May 1\nBo Reed,There are no refunds after May 1\nCy Fox,There are no refunds after May 1\n", "+++"),
        ("Name,Paid\nAnn Lee,refunded\nBo Reed,(65.00)\nCy Fox,-65\nDi Orr,$65\n", "???+"),
        ("Name,Club\nAnn Lee,Harbor\nBo Reed,Harbor,cancelled\nCy Fox,Harbor\n", "+?+"),
        ("Name,Quantity\nAnn Lee,1\nBo Reed,2\n", "+?"),
        ("Name,ACC\nAnn Lee,ALDER\nBo Reed,pending\nCy Fox,mn 041\nDi Orr,50%\n", "?++?"),
        ("Name\nAnn and Bob Lee\nAnn Lee / Bob Lee\nAnn Lee & Bob Lee\nAnderson Sandy\nAnn Lee +1\n", "???+?"),
        ('Name,Club\n"Ann Lee\nBob Lee",Harbor\n', "?"),
        ('Name,Club\n"Bob Smith,Harbor\nAnn Lee,Harbor\n', "?+"),
        ("Name\nTBD\nn/a\nGuest\nAnn Lee\n", "???+"),
        ("Name,Club\nAnn Lee,Harbor\nAnn Lee,Harbor\nann lee,\n", "+??"),
        ("Name,Paid\nAnn Lee,65\nTotal,65\n,65\nTOTAL PLAYERS: 1,\n", "+---"),
        ("Name,Club\nAnn Lee,Harbor\nQuill, Alder,Harbor\nBo Reed,Harbor\n", "+++"),
        ("Name,City,Club\nAnn Lee,Duluth, MN,Harbor\nBo Reed,Orr,Bay\nCy Fox,Orr,Bay\n", "?++"),
        ("Name\tClub\nBob \"Bo\" Smith\tHarbor\n5\" Board\tHarbor\n", "+?"),
        ("Name,Ticket quantity\nAnn Lee,1\nBo Reed,2\n", "+?"),
        ("Name,Main,Consy\nAnn Lee,x,x\nBo Reed,,x\nCy Fox,$65,\nDi Orr,0,20\n", "+?+?"),
        ("Name,I will play in\nAnn Lee,\"Main, Consolation\"\nBo Reed,Consolation only\nCy Fox,Main\n", "+?+"),
        ("Name,Can you attend on May 16?\nAnn Lee,Yes\nBo Reed,\"No, just Sunday\"\nCy Fox,Not sure yet\n", "+??"),
        ("Name,Wait list position\nAnn Lee,\nBo Reed,1\n", "+?"),
        ("Name,Notes\nAnn Lee,backed out\nBo Reed,passed away\nCy Fox,WL #2\nDi Orr,gave spot to Bo\nEd Ash,3rd on list\nFay Elm,will sit out Sunday dinner\nGus Ivy,sits by the door\n", "??????+"),
        ("Name,ACC,\nAnn Lee,MN1,\nBo Reed,MN2,W/D\nCy Fox,MN3,dns\n", "+??"),
        ("Name\n*WL* Ann Lee\nCANCELLED - Bo Reed\n(W/D) Cy Fox\nDi Orr-Lee\n", "???+"),
        ("Name\nAnn Lee\nHouse\nBYE\n(open)\nCy Fox\nDi Orr\nEd Ash\nFay Elm\nGus Ivy\n", "+???+++++"),
        ("Ann Lee\nBo Reed\nCONSOLATION ONLY\nCy Fox\n", "++-?"),
        ("Hi Doro,\nAnn Lee\nBo Reed\nCy Fox\nThanks,\nEli\n", "?+++??"),
        ("Name,ACC\nAnn Lee,pending (applied 5/1)\nBo Reed,MN41 / MN42\nCy Fox,ACC# MN-12\n", "??+"),
        ("Name\tClub\nQuill, Ann\tBay\nSage, Bo\tBay\nCy Fox,Harbor\n", "++?"),
        ("Name\nJosé Núñez\nJose Nunez\nRobert Smith\nBob Smith\nJohn Smith Jr.\nJohn Smith Sr.\n", "+?+?++"),
        ("Name,ACC\nRobert Smith,MN1\nBob Smith,MN2\n", "++"),
        ("Name\nAnn Lee | MN1\n~~Bo Reed~~\nCy Fox: yes\nDi Orr - Duluth\nEd Ash 2nd\n", "????+"),
        ("Name\nAnn Lee ✅\nBo Reed ❌\nCy Fox 👍 paid\n✅ Di Orr\n🚫 Ed Ash\n", "+?++?"),
        ("x Ann Lee\n  Bo Reed\nx Cy Fox\n", "?+?"),
        ("Name\nAnn Lee\nMoved to wait list 5/3:\nBo Reed\nConfirmed:\nCy Fox\n", "+-?-+"),
        ("Table 1\n1. Ann Lee\n2. Bo Reed\nTable 2\n1. Cy Fox\n2. Di Orr\n", "-++-++"),
        ("Name,Notes\nAnn Lee,knee surgery - not sure\nBo Reed,not sure of ACC number\nCy Fox,may not make it\nDi Orr,might not need a ride\n", "?+?+"),
        ("Name,Type,Amount\nAnn Lee,Charge,65.00\nBo Reed,Charge,65.00\nBo Reed,Refund,-65.00\n", "+??"),
        ("Name\nAnn Lee\nLate entries\nBo Reed\nWithdrawals\nCy Fox\nRegistered\nDi Orr\nAlternates\nEd Ash\nNo-shows\nFay Elm\n", "+-+-?-+-?-?"),
        ("Name,Status\nAnn Lee,A\nBo Reed,C\nCy Fox,W\n", "???"),
        ("Name,Order Status\nAnn Lee,Completed\nBo Reed,Pending payment\nCy Fox,Failed\n", "+??"),
        ("Name,Coming,Not coming\nAnn Lee,x,\nBo Reed,,x\n", "+?"),
        ("Name,First game,Withdrawn after game\nAnn Lee,3,\nBo Reed,,3\nCy Fox,,15\nDi Orr,12,\n", "+??+"),
    ],
)  # fmt: skip
def test_what_is_certain_is_imported_and_what_is_doubtful_asked(text: str, signs: str) -> None:
    assert "".join(line[0] for line in rows_of(text)) == signs


@pytest.mark.parametrize(
    ("event", "text", "signs"),
    [
        ({"kind": "consolation"}, "Name,Main,Consy\nAnn Lee,x,\nBo Reed,,x\nCy Fox,$65,15\nDi Orr,0,20\n", "?+++"),
        ({"kind": "consolation"}, "Name,Main Event\nAnn Lee,x\nBo Reed,\n", "++"),
        ({"kind": "consolation"}, "Name,I will play in\nAnn Lee,Main only\nBo Reed,Consolation only\n", "?+"),
        ({"kind": "consolation"}, "Ann Lee\nBo Reed\nCONSOLATION ONLY\nCy Fox\nMAIN ONLY\nDi Orr\n", "++-+-?"),
        ({"kind": "satellite", "called": "Early Bird"}, "Name,Early Bird,Main\nAnn Lee,x,\nBo Reed,,x\n", "+?"),
        ({"kind": "satellite", "called": "Friday Doubles"}, "Name,Main,Consy\nAnn Lee,,\nBo Reed,,x\n", "++"),
        ({"kind": "main"}, "Name,Main,Consy\nAnn Lee,x,\nBo Reed,,x\n", "+?"),
    ],
)  # fmt: skip
def test_a_column_named_after_an_event_is_of_that_event(event: dict[str, str], text: str, signs: str) -> None:
    assert "".join(line[0] for line in rows_of(text, **event)) == signs


def test_two_columns_of_players_are_asked_about_or_are_partners() -> None:
    text = "Player 1,Player 2\nAnn Lee,Bo Reed\n"

    singles, _ = previewed(text)
    _, pairs = previewed(text, format="double-round-robin", scoring="total-points")

    assert singles.question.startswith("More than one column is headed “Player 1”")
    assert in_short(pairs) == ["+ Ann Lee; partner Bo Reed"]


def test_a_number_that_a_spreadsheet_shortened_is_not_imported() -> None:
    [row] = rows_of("Name,Phone\nAnn Lee,2.18556E+09\n")

    assert row == "+ Ann Lee | [Phone: “2.18556E+09” is a number that a spreadsheet shortened.]"


def test_payments_and_refunds_of_one_person_are_told_apart() -> None:
    text = (
        "Date,Gross Sales,Net Sales,Fees,Customer Name,Customer Email,Item\n"
        "5/1,$65.00,$62.80,-2.20,Ann Lee,al@example.test,Entry\n"
        "5/1,$15.00,$14.00,-1.00,Cy Fox,cf@example.test,Dinner only\n"
        "5/2,-$65.00,-$62.80,2.20,Ann Lee,al@example.test,Entry\n"
    )

    assert rows_of(text, name="a.csv") == [
        "? Ann Lee; fee_paid 65.00; email al@example.test | Row 4 is a refund for this name.",
        "? Cy Fox; fee_paid 15.00; email cf@example.test | Item: Dinner only.",
        "? Ann Lee; email al@example.test; note Paid: -$65.00 | A refund. Row 2 has the same name.",
    ]


def sheet(rows: list[list[Any]], change: Callable[[Any], None] = lambda sheet: None) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    change(book.active)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


LEE_AND_REED = ["+ Ann Lee; club Bay", "+ Bo Reed; club Harbor"]


@pytest.mark.parametrize(
    "text",
    [
        "Name|Club\nAnn Lee|Bay\nBo Reed|Harbor\n",
        "| Name | Club |\n|------|:----:|\n| Ann Lee | Bay |\n| Bo Reed | Harbor |\n",
        "+---------+--------+\n| Name    | Club   |\n+---------+--------+\n| Ann Lee | Bay    |\n| Bo Reed | Harbor |\n",
        "Name.......Club\nAnn Lee....Bay\nBo Reed....Harbor\n",
        "Name        Club\nAnn Lee     Bay\nBo Reed  Harbor\n",
        '"Name,Club"\n"Ann Lee,Bay"\n"Bo Reed,Harbor"\n',
        "Name,Club\n“Ann Lee”,'Bay'\n‘Bo Reed’,“Harbor”\n",
    ],
    ids=["pipes", "Markdown", "drawn", "dots", "spaces", "lines in quotes", "cells in other quotes"],
)
def test_table_that_is_drawn_or_quoted_is_a_table(text: str) -> None:
    assert rows_of(text) == LEE_AND_REED


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Name;Club\nPat O&#39;Brien;Bay &amp; Co\nJos&eacute; Fox;R&D;\n", ["+ Pat O'Brien; club Bay & Co", "+ José Fox; club R&D"]),
        ("1\nAnn Lee\n2\nBo Reed\n", ["- 1 | Only numbers: no name.", "+ Ann Lee", "- 2 | Only numbers: no name.", "+ Bo Reed"]),
        ("Quill, Alder, Jr.\nSage, Bo, III\nFox, Cy\n", ["+ Alder Quill Jr.", "+ Bo Sage III", "+ Cy Fox"]),
        ("Lee, Ann\tDuluth, MN\nReed, Bo\tOrr, WI\n", ["+ Ann Lee; city Duluth, MN", "+ Bo Reed; city Orr, WI"]),
        ("Name,Suffix\nAlder Quill,Jr.\nBo Sage,\n", ["+ Alder Quill Jr.", "+ Bo Sage"]),
        ("First,MI,Last\nAnn,M.,Lee\nBo,,Reed\n", ["+ Ann M. Lee", "+ Bo Reed"]),
        ("Name\nAnn Lee\nMr & Mrs Doe\n", ["+ Ann Lee", "? Mr & Mrs Doe | Two people in one cell? Enter each in a row of their own."]),
    ],
)  # fmt: skip
def test_nothing_of_a_name_is_lost(text: str, people: list[str]) -> None:
    assert rows_of(text) == people


def test_whole_name_with_a_comma_among_last_and_first_names_is_read() -> None:
    text = 'Quill, Alder\nSage, Bryony\nFox, Cy\nOrr, Di\n"Ann Lee,Bay"\n'

    assert rows_of(text)[4] == "? Bay Ann Lee | Read as last and first name: “Ann Lee”, “Bay”."


@pytest.mark.parametrize(
    "name",
    ["Doe Pat/Kim", "Pat+Kim Doe", "Pat Doe w/ Kim Roe", "Pat Doe (and Kim)", "Pat Doe with guest", "Pat&Kim Doe"],
)
def test_couple_in_one_cell_is_asked_about(name: str) -> None:
    assert [line[0] for line in rows_of(f"Name\n{name}\nAnn Lee\n")] == ["?", "+"]


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        *((f"MN{dash}041", "MN041") for dash in "‐‑–—−"),
        *(("MN — 041", "MN041"), ("MN041*", "MN041"), ("'0041", "0041"), ("41.0", "41"), ("041.00", "041")),
    ],
)
def test_acc_number_is_read_however_it_is_drawn(cell: str, number: str) -> None:
    assert rows_of(f"Name,ACC\nAnn Lee,{cell}\n") == [f"+ Ann Lee; acc_number {number}"]


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        ("2185550103.0,<a@example.test>", "+ Ann Lee; phone 2185550103; email a@example.test"),
        ("2.185550104E9,mailto:a@example.test", "+ Ann Lee; email a@example.test | [Phone: “2.185550104E9” is a number that a spreadsheet shortened.]"),
        ("n/a,none", "+ Ann Lee"),
        ("#N/A,#REF!", "+ Ann Lee | [Phone: “#N/A” is an error that a spreadsheet shows.] [E-mail: “#REF!” is an error that a spreadsheet shows.]"),
    ],
)  # fmt: skip
def test_phone_and_address_are_read_as_they_are_meant(cells: str, read: str) -> None:
    assert rows_of(f"Name,Phone,E-mail\nAnn Lee,{cells}\n") == [read]


def test_error_of_a_spreadsheet_is_no_club_and_no_name() -> None:
    assert rows_of("Name,Club\nAnn Lee,#N/A\n#VALUE!,Bay\n") == [
        "+ Ann Lee | [Club: “#N/A” is an error that a spreadsheet shows.]",
        "! (nobody); club Bay | Name: “#VALUE!” is an error that a spreadsheet shows.",
    ]


@pytest.mark.parametrize(
    ("cell", "read"), [("no thanks", "no"), ("❌", "no"), ("off", "no"), ("Oui", "yes"), ("Yes please", "yes")]
)
def test_more_words_say_yes_and_no(cell: str, read: str) -> None:
    assert rows_of(f"Name,Stays seated\nAnn Lee,{cell}\n") == [f"+ Ann Lee; stays_seated {read}"]


@pytest.mark.parametrize(
    "row", ["Entries,2", "Balance,$120.00", "Sum of fees,120", "Number of entries: 2,", "Count: 2,", "Paid,2"]
)
def test_sums_below_a_list_are_nobody(row: str) -> None:
    assert rows_of(f"Name,Paid\nAnn Lee,60\n{row}\n")[1].endswith(" | A row of totals.")


@pytest.mark.parametrize("name", ["Count Basie", "Number Six", "Net Lee"])
def test_name_that_begins_like_a_sum_is_a_name(name: str) -> None:
    assert rows_of(f"Name,Paid\n{name},60\n") == [f"+ {name}; fee_paid 60.00"]


@pytest.mark.parametrize("line", ["Sent from my iPhone", "Get Outlook for iOS", "Dee wrote:", "(two tables)"])
def test_what_stands_around_names_in_a_letter_is_asked_about(line: str) -> None:
    assert [shown[0] for shown in rows_of(f"Ann Lee\nBo Reed\n{line}\n")][:2] == ["+", "+"]
    assert rows_of(f"Ann Lee\nBo Reed\n{line}\n")[2][0] in "?-"


def test_lines_in_two_encodings_are_each_read_in_their_own() -> None:
    data = "\ufeffName,Club\nJosé Núñez,Bay\n".encode() + "Zoë Fox,Bay\n".encode("cp1252")

    assert rows_of(data, name="a.csv") == ["+ José Núñez; club Bay", "+ Zoë Fox; club Bay"]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"{\\rtf1\\ansi Ann Lee}", "a document (RTF)"),
        (b"\xef\xbb\xbf<HTML><table></table>", "a web page"),
        (b"<!DOCTYPE html>", "a web page"),
    ],
)
def test_document_that_is_no_list_is_named(data: bytes, name: str) -> None:
    with pytest.raises(FileRefused, match=re.escape(f"This is {name}, which is not a list.")):
        rows_of(data, name="a.csv")


def test_text_of_merged_cells_is_that_of_each_row_but_an_amount_is_not() -> None:
    def merge(sheet: Any) -> None:
        sheet.merge_cells("B2:B3")
        sheet.merge_cells("C2:C3")

    rows = [["Name", "Club", "Paid"], ["Ann Lee", "Bay", 120], ["Bo Reed"], ["Cy Fox"]]

    assert rows_of(sheet(rows, merge), name="a.xlsx") == [
        "+ Ann Lee; club Bay; fee_paid 120.00",
        "+ Bo Reed; club Bay",
        "+ Cy Fox",
    ]


def book_of(*sheets: list[list[Any]]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for rows in sheets:
        made = book.create_sheet()
        for row in rows:
            made.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_sheet_with_headings_is_read_rather_than_a_shorter_one_without() -> None:
    notes, players = [["Read me first"]], [["Name", "Club"], ["Ann Lee", "Bay"], ["Bo Reed", "Harbor"]]
    names = [["Ann Lee"], ["Bo Reed"], ["Cy Fox"], ["Di Orr"]]

    assert rows_of(book_of(notes, players), name="a.xlsx") == LEE_AND_REED
    assert rows_of(book_of(notes, [["x"] * 201], players), name="a.xlsx") == LEE_AND_REED
    assert rows_of(book_of(players, [*players, *names]), name="a.xlsx") == LEE_AND_REED
    assert len(rows_of(book_of(names, players), name="a.xlsx")) == 4
    with pytest.raises(FileRefused, match="201 columns"):
        rows_of(book_of([["x"] * 201], players), name="a.xlsx")


def test_what_a_sheet_shows_beside_its_text_is_seen() -> None:
    def mark(sheet: Any) -> None:
        sheet["A3"].font = Font(strike=True)
        sheet.row_dimensions[4].hidden = True
        sheet.column_dimensions["C"].hidden = True
        sheet["A5"].comment = Comment("Dee:\ncancelled, refunded 5/3", "Dee")
        sheet["A6"].comment = Comment("vegetarian", "Dee")
        sheet["A7"] = CellRichText("Fay ", TextBlock(InlineFont(strike=True), "Elm"))

    names = ("Ann Lee", "Bo Reed", "Cy Fox", "Di Orr", "Ed Ash", "")
    data = sheet([["Name", "Club", "City"], *([name, "Bay", "Orr"] for name in names)], mark)

    columns, rows = previewed(data, name="a.xlsx")

    assert in_short(rows) == [
        "+ Ann Lee; club Bay",
        "? Bo Reed; club Bay | Struck through in the sheet.",
        "? Cy Fox; club Bay | This row is hidden in the sheet.",
        "? Di Orr; club Bay; note Comment: cancelled, refunded 5/3 | Comment: cancelled, refunded 5/3.",
        "+ Ed Ash; club Bay; note Comment: vegetarian",
        "? Fay Elm; club Bay | Struck through in the sheet.",
    ]
    assert (columns.not_imported, [one.is_hidden for one in columns.columns()]) == (["City"], [False, False, True])


GREY, RED = PatternFill("solid", fgColor="FFC0C0C0"), PatternFill("solid", fgColor="FFFF0000")
UNLIKE = "Colored unlike the other rows in the sheet."


def filled(cells: str, fill: PatternFill = GREY) -> Callable[[Any], None]:
    def mark(sheet: Any) -> None:
        for place in cells.split():
            sheet[place].fill = fill

    return mark


def rows_in_color(change: Callable[[Any], None], *, people: int = 12, more: Sequence[list[Any]] = ()) -> dict[str, str]:
    """Return what is in doubt of the people of a sheet with headings and two columns."""
    rows = [["Name", "Club"], *([f"Ann Lee{chr(97 + number)}", "Bay"] for number in range(people)), *more]
    lines = in_short(previewed(sheet(rows, change), name="a.xlsx")[1])
    return {line[2:].partition(";")[0]: line.partition(" | ")[2] for line in lines if line.startswith("?")}


def test_few_rows_that_a_sheet_shows_in_another_color_are_in_doubt() -> None:
    assert rows_in_color(filled("A3 B3 A7")) == {"Ann Leeb": UNLIKE, "Ann Leef": UNLIKE}

    def in_red(sheet: Any) -> None:
        sheet["A3"].font = Font(color="FFFF0000")

    assert rows_in_color(in_red) == {"Ann Leeb": UNLIKE}


def test_colors_that_mark_nobody_are_no_doubt() -> None:
    every_second = " ".join(f"A{row} B{row}" for row in range(2, 14, 2))
    white = PatternFill("solid", fgColor="FFFFFFFF")

    assert rows_in_color(filled("A1 B1")) == {}
    assert rows_in_color(filled(every_second)) == {}
    assert rows_in_color(filled("B3 B4")) == {}
    assert rows_in_color(filled("A3", white)) == {}
    assert rows_in_color(filled("A3"), people=2) == {}
    clubs = [filled(f"A{row}", PatternFill("solid", fgColor=f"FF00{row:02}00")) for row in range(2, 14)]
    assert rows_in_color(lambda sheet: [change(sheet) for change in clubs] and None) == {}


def test_legend_of_a_sheet_says_what_a_color_means() -> None:
    greys = " ".join(f"A{row}" for row in range(2, 10))
    legend = [[], ["Grey = cancelled"]]

    assert rows_in_color(filled(f"{greys} A15"), more=legend) == {
        f"Ann Lee{letter}": "Colored in the sheet, as “Grey = cancelled”." for letter in "abcdefgh"
    }
    beside = [[], [None, "Withdrawn"]]
    assert rows_in_color(filled("A3 A15"), more=beside) == {"Ann Leeb": "Colored in the sheet, as “Withdrawn”."}
    assert rows_in_color(filled("A3 A15"), more=[[], ["Grey = paid"]]) == {}


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (41, '"MN"000', "MN041"),
        (41, "\\W\\I0", "WI41"),
        (7, "000", "007"),
        (12345, "000-000", "012-345"),
        (0.5, "0%", "50%"),
        (65, '"$"#,##0.00', "65"),
        (65.5, "0.00", "65.5"),
        (41, "General", "41"),
        (20260105, "0000-00-00", "2026-01-05"),
    ],
)
def test_number_is_read_as_the_sheet_shows_it(value: float, number_format: str, shown: str) -> None:
    def show(sheet: Any) -> None:
        sheet["B2"].number_format = number_format

    columns, _ = previewed(sheet([["Name", "Badge"], ["Ann Lee", value]], show), name="a.xlsx")

    assert columns.draft.table[1][1] == shown


def test_title_in_merged_cells_and_a_name_over_two_columns() -> None:
    def merge(sheet: Any) -> None:
        sheet.merge_cells("A1:B1")
        sheet.merge_cells("A3:C3")

    rows = [["Name", None, "Club"], ["Quill", "Alder", "Bay"], ["CANCELLED"], ["Sage", "Bo", "Bay"]]

    assert rows_of(sheet(rows, merge), name="a.xlsx") == [
        "+ Alder Quill; club Bay",
        "- CANCELLED | A title between the rows.",
        "? Bo Sage; club Bay | Under “CANCELLED”.",
    ]


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("What is your ACC number?", Field.ACC_NUMBER),
        ("Which city do you live in?", Field.CITY),
        ("Your first and last name", Field.NAME),
        ("Partner's name (if any)", Field.PARTNER),
        ("Are you playing in the Q pool?", Field.JOINS),
        ("Q pool Y/N", Field.JOINS),
        ("Town, State", Field.CITY),
        ("Which club do you play at?", Field.CLUB),
        ("Will you attend?", Field.STATUS),
        ("Registration status", Field.STATUS),
        ("Date cancelled", Field.STATUS),
        ("Refund policy", None),
        ("Are you coming to the banquet?", None),
        ("Emergency contact name", None),
        ("Partner's ACC number", None),
        ("Attendee First Name", Field.FIRST_NAME),
        ("Attendee #", None),
        ("Fees Paid", None),
        ("First and Last Name", Field.NAME),
        ("Will you be playing in the Saturday Main?", Field.STATUS),
        ("Will you play in the consolation?", None),
        ("ACC # (if known)", Field.ACC_NUMBER),
        ("Address - City", Field.CITY),
        ("Have you paid?", Field.FEE_PAID),
        ("Do you need to stay seated?", Field.STAYS_SEATED),
    ],
)
def test_heading_or_question_says_what_a_column_holds(heading: str, field: str | None) -> None:
    assert guess_field(heading) is field


def test_name_that_stands_whole_and_in_parts_is_taken_once() -> None:
    assert guess_fields(["Full name", "First", "Last"]) == [None, Field.FIRST_NAME, Field.LAST_NAME]
    assert guess_fields(["Last name", "Player"]) == [None, Field.NAME]


def test_headings_in_the_plural_are_headings() -> None:
    assert guess_fields(["Player list", "ACC numbers", "Clubs", "Cities", "E-mails", "Phone numbers"]) == [
        *(Field.NAME, Field.ACC_NUMBER, Field.CLUB, Field.CITY, Field.EMAIL, Field.PHONE)
    ]


def test_heading_among_the_names_is_asked_about() -> None:
    assert rows_of("Name,Club\nPlayer 12,Bay\n") == ["+ Player 12; club Bay"]
    assert rows_of("Name\nACC\nAnn Lee\nMN041\n") == [
        "? ACC | “ACC” is a heading.",
        "+ Ann Lee",
        "? MN041 | “MN041” is more than a name.",
    ]


def test_fee_of_a_payment_service_is_no_entry_fee() -> None:
    assert guess_fields(["Name", "Gross", "Fee", "Net"]) == [Field.NAME, Field.FEE_PAID, None, None]
    assert guess_fields(["Name", "Fee"]) == [Field.NAME, Field.FEE_OWED]


def test_own_export_is_read_by_the_headings_that_it_is_written_with() -> None:
    found = {one.title: guess_field(one.title) for one in exported(of_pairs=True)}
    of_that_event = ("Seat", "Checked in", "Ages confirmed", "Plays in spite of", "Because")

    assert found == {one.title: None if one.title in of_that_event else one.name for one in exported(of_pairs=True)}


def test_pool_is_joined_with_a_yes_or_its_stake() -> None:
    text = "Name,Q pool $10\nAnn Lee,Y\nBo Reed,N\nCy Fox,10\nDi Orr,5\n"

    columns, rows = previewed(text)

    assert columns.stakes == {"Q pool": 1000}
    assert in_short(rows) == [
        "+ Ann Lee; joins Q pool",
        "+ Bo Reed",
        "+ Cy Fox; joins Q pool",
        "+ Di Orr; note Q pool $10: 5 | [Q pool $10: “5” is neither yes nor the stake. Kept as a note.]",
    ]


def test_pool_without_a_stake_is_a_note_of_who_joins() -> None:
    assert rows_of("Name,Q pool\nAnn Lee,Y\nBo Reed,FALSE\n") == ["+ Ann Lee; note Q pool: Y", "+ Bo Reed"]


def test_open_pool_has_its_own_stake() -> None:
    columns, rows = previewed("Name,Are you in the q-pool?\nAnn Lee,Yes\n", open_pools={"Q-Pool": 500})

    assert (columns.stakes, in_short(rows)) == ({"Q-Pool": 500}, ["+ Ann Lee; joins Q-Pool"])


def test_stake_that_is_no_amount_is_said() -> None:
    columns, _ = previewed("Name,Q pool\nAnn Lee,Y\n", posted={"headings": "1", "headings_before": "1",
                           "column-0": "name", "column-1": "joins", "stake-1": "ten"})  # fmt: skip

    assert columns.error == "Stake of Q pool: “ten” is not an amount."


def test_two_whole_names_in_a_cell_are_a_pair_in_an_event_of_pairs() -> None:
    table = [["Ann Lee & Bo Quist"], ["Lee, Cy / Fox, Di"], ["Ann and Bob Lee"]]

    listed = listed_entrants(table, [Field.NAME], headings=0, are_pairs=True)

    assert [(row.name, row.stated.get("partner"), bool(row.doubts)) for row in listed] == [
        ("Ann Lee", "Bo Quist", False),
        ("Cy Lee", "Di Fox", False),
        ("Ann and Bob Lee", None, True),
    ]
